// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.LoRARequest;
import dev.javelin.engineapi.ProgressListener;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.ValidationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a batch may bring beside its prompts. Lists hold nothing (the default for all), one entry
 * (for all) or one entry a prompt.
 *
 * @param params sampling parameters; none for the model's own defaults
 * @param priorities lower runs first under the priority policy
 * @param loras adapters to apply
 * @param progress told after every completion that ends
 */
public record GenerateOptions(
    List<SamplingParams> params,
    List<Integer> priorities,
    List<LoRARequest> loras,
    ProgressListener progress) {
  public GenerateOptions {
    params = List.copyOf(params);
    priorities = List.copyOf(priorities);
    loras = List.copyOf(loras);
  }

  /** The model's own defaults for every prompt. */
  public static GenerateOptions defaults() {
    return new GenerateOptions(List.of(), List.of(), List.of(), ProgressListener.NONE);
  }

  /** The same parameters for every prompt. */
  public static GenerateOptions of(SamplingParams params) {
    return of(List.of(params));
  }

  /** Parameters for each prompt. */
  public static GenerateOptions of(List<SamplingParams> params) {
    return new GenerateOptions(params, List.of(), List.of(), ProgressListener.NONE);
  }

  /** These options with another listener. */
  public GenerateOptions withProgress(ProgressListener listener) {
    return new GenerateOptions(params, priorities, loras, listener);
  }

  /** These options with priorities. */
  public GenerateOptions withPriorities(List<Integer> values) {
    return new GenerateOptions(params, values, loras, progress);
  }

  SamplingParams paramsOf(int index, SamplingParams defaults) {
    return params.isEmpty() ? defaults : params.get(params.size() == 1 ? 0 : index);
  }

  RequestOptions optionsOf(int index) {
    int priority = priorities.isEmpty() ? 0 : priorities.get(priorities.size() == 1 ? 0 : index);
    @Nullable LoRARequest lora = loras.isEmpty() ? null : loras.get(loras.size() == 1 ? 0 : index);
    return new RequestOptions(
        priority,
        lora,
        RequestOptions.DEFAULTS.arrivalTimeSeconds(),
        RequestOptions.DEFAULTS.traceHeaders());
  }

  void check(int prompts) {
    check("sampling_params", params.size(), prompts);
    check("priority", priorities.size(), prompts);
    check("lora_request", loras.size(), prompts);
  }

  private static void check(String parameter, int size, int prompts) {
    if (size > 1 && size != prompts) {
      throw new ValidationException(
          "there must be one entry for all or one for each of the " + prompts + " prompts",
          parameter + " length",
          size);
    }
  }
}
