// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.gguf.GgufModel;
import dev.javelin.modelloader.mapped.MappedTensor;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A GGUF model under Hugging Face's names. Stacked experts appear one by one. */
final class GgufCheckpoint implements Checkpoint {
  private static final Logger LOG = LoggerFactory.getLogger(GgufCheckpoint.class);
  private static final int MOST_EXPERTS = 4096;

  /** Tensors whose values {@link GgufConfig} has read, or that hold nothing of the model. */
  private static final Pattern NOT_WEIGHTS =
      Pattern.compile("rope_factors_(long|short)\\.weight|blk\\.\\d+\\.attn_rot_embd.*");

  private static final Pattern EXPERT = Pattern.compile("\\*");

  private final GgufModel model;
  private final GgufArchitecture architecture;
  private final ConfigView config;
  private final Map<String, Part> parts;
  private final ModelAssets assets;

  private GgufCheckpoint(GgufModel model) {
    this.model = model;
    this.architecture = GgufArchitecture.of(model.metadata());
    this.config = GgufConfig.of(model, architecture);
    this.parts = Collections.unmodifiableMap(parts());
    this.assets = readAssets();
  }

  static GgufCheckpoint open(Path file) {
    return new GgufCheckpoint(GgufModel.open(file));
  }

  /** A tensor of the file, or one expert of it if {@code expert} is not negative. */
  private record Part(String ggufName, int expert) {}

  @Override
  public String architecture() {
    return architecture.className();
  }

  @Override
  public ConfigView config() {
    return config;
  }

  @Override
  public Conventions conventions() {
    return new Conventions(architecture.interleavedRope(), false);
  }

  @Override
  public Set<String> tensorNames() {
    return parts.keySet();
  }

  @Override
  public boolean has(String name) {
    return parts.containsKey(name);
  }

  @Override
  public WeightSource tensor(String name) {
    Part part = part(name);
    MappedTensor whole = model.tensor(part.ggufName());
    if (part.expert() < 0) {
      return architecture.isTransposed(name) ? whole.transposed() : whole;
    }
    long rows = whole.shape().dimensions().get(1);
    return whole.rows(part.expert() * rows, rows);
  }

  @Override
  public long[] shape(String name) {
    Part part = part(name);
    List<Long> dimensions = model.tensor(part.ggufName()).shape().dimensions();
    if (part.expert() >= 0) {
      return new long[] {dimensions.get(1), dimensions.get(2)};
    }
    if (architecture.isTransposed(name)) {
      return new long[] {dimensions.get(1), dimensions.get(0)};
    }
    return dimensions.stream().mapToLong(Long::longValue).toArray();
  }

  @Override
  public ModelAssets assets() {
    return assets;
  }

  @Override
  public void close() {
    // Mappings end with the last buffer over them; see MappedFile.
  }

  private Part part(String name) {
    Part part = parts.get(name);
    if (part == null) {
      throw new ModelLoadException(
          "the tensor is missing: tensor=%s, file=%s".formatted(name, model.path()));
    }
    return part;
  }

  private Map<String, Part> parts() {
    Map<String, Part> found = new LinkedHashMap<>();
    Map<String, String> translated = architecture.tensorNames().translateAll(model.tensorNames());
    for (String name : model.tensorNames()) {
      String translation = translated.get(name);
      if (translation == null) {
        if (!NOT_WEIGHTS.matcher(name).matches()) {
          LOG.warn("ignored an unknown tensor: file={}, tensor={}", model.path(), name);
        }
        continue;
      }
      checkDimensions(name, translation);
      Matcher expert = EXPERT.matcher(translation);
      if (expert.find()) {
        long experts = model.tensor(name).shape().dimensions().get(0);
        for (int i = 0; i < experts; i++) {
          put(found, expert.replaceAll(String.valueOf(i)), new Part(name, i));
        }
      } else {
        put(found, translation, new Part(name, -1));
      }
    }
    return found;
  }

  private void put(Map<String, Part> found, String name, Part part) {
    Part other = found.put(name, part);
    if (other != null) {
      throw new ModelLoadException(
          "two tensors are the same under other names: file=%s, tensors=%s and %s, meaning %s"
              .formatted(model.path(), other.ggufName(), part.ggufName(), name));
    }
  }

  private void checkDimensions(String name, String translation) {
    List<Long> dimensions = model.tensor(name).shape().dimensions();
    boolean experts = translation.contains("*");
    if (experts && (dimensions.size() != 3 || dimensions.get(0) > MOST_EXPERTS)
        || architecture.isTransposed(translation) && dimensions.size() != 2) {
      throw new ModelLoadException(
          "a tensor has the wrong shape: file=%s, tensor=%s, shape=%s, expected %s"
              .formatted(
                  model.path(),
                  name,
                  dimensions,
                  experts ? "three dimensions, up to 4096 experts" : "two dimensions"));
    }
  }

  private ModelAssets readAssets() {
    TokenizerAssets tokenizer = GgufTokenizer.read(model.metadata());
    return new ModelAssets(
        tokenizer.vocabulary(),
        tokenizer.chatTemplate(),
        tokenizer.namedChatTemplates(),
        tokenizer.specialTokens(),
        tokenizer.bosTokenId(),
        tokenizer.eosTokenIds(),
        tokenizer.addBosToken(),
        Map.of(),
        config.integer("vocab_size"),
        MaxModelLen.of(config));
  }
}
