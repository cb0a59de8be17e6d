// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A list of ids without boxes. */
class TokenIdsTest {
  private final TokenIds ids = TokenIds.of(5, 6, 7, 8);

  @Test
  void equals_anyListOfTheSameIds_isTrueBothWays() {
    assertThat(ids).isEqualTo(List.of(5, 6, 7, 8)).hasSameHashCodeAs(List.of(5, 6, 7, 8));
    assertThat(List.of(5, 6, 7, 8)).isEqualTo(ids);
    assertThat(ids.subList(1, 3)).isEqualTo(TokenIds.of(6, 7));
  }

  @Test
  void of_arrayChangedLater_doesNotChangeTheList() {
    int[] array = {1, 2};
    TokenIds copied = TokenIds.of(array);

    array[0] = 9;
    copied.toIntArray()[1] = 9;

    assertThat(copied).containsExactly(1, 2);
  }

  @Test
  void subListAndConcat_ofAView_useTheViewsIds() {
    TokenIds view = ids.subList(1, 3);

    assertThat(view.subList(1, 2)).containsExactly(7);
    assertThat(view.concat(List.of(1))).containsExactly(6, 7, 1);
    assertThat(view.concat(view)).containsExactly(6, 7, 6, 7);
    assertThat(view.toIntArray()).containsExactly(6, 7);
  }

  @Test
  void copyTo_view_fillsTheTargetFromTheOffset() {
    int[] target = new int[4];

    ids.subList(1, 3).copyTo(target, 1);

    assertThat(target).containsExactly(0, 6, 7, 0);
  }

  @ParameterizedTest
  @CsvSource({"-1, 2", "3, 2", "0, 5"})
  void subList_badRange_isRefused(int from, int to) {
    assertThatThrownBy(() -> ids.subList(from, to)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void getInt_beyondAView_isRefused() {
    assertThatThrownBy(() -> ids.subList(0, 2).getInt(2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> ids.getInt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void set_any_isRefused() {
    assertThatThrownBy(() -> ids.set(0, 1)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void copyOf_tokenIds_isTheSameObject() {
    assertThat(TokenIds.copyOf(ids)).isSameAs(ids);
    assertThat(TokenIds.copyOf(List.of(1, 2))).containsExactly(1, 2);
  }
}
