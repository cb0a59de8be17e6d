// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which of a repository's files a model needs: safetensors with their descriptions where there are
 * any, else one GGUF file.
 *
 * @param descriptions the small files beside the weights, sorted
 * @param index the file that names the weight files, or null
 * @param weights the weight files in order; empty where {@link #index} names them
 * @param gguf whether the weights are GGUF, whose first file is the whole model's name
 */
record ModelFiles(
    List<String> descriptions, @Nullable String index, List<String> weights, boolean gguf) {
  static final String TOKENIZER = "tokenizer.json";
  static final String INDEX = "model.safetensors.index.json";

  private static final String CONFIG = "config.json";
  private static final String SAFETENSORS = ".safetensors";
  private static final String GGUF = ".gguf";
  private static final Set<String> DESCRIPTIONS =
      Set.of(
          CONFIG,
          "generation_config.json",
          TOKENIZER,
          "tokenizer_config.json",
          "special_tokens_map.json",
          "sentence_bert_config.json",
          "chat_template.jinja");
  private static final Pattern NAMED_TEMPLATE =
      Pattern.compile("additional_chat_templates/[^/]+\\.jinja");

  private static final String SINGLE = "model.safetensors";

  // The same weights in their maker's own layout, adapters, and what a trainer left.
  private static final Pattern OTHER_TOOLS = Pattern.compile("(consolidated|adapter_|training_).*");

  // A vision projector: no model by itself.
  private static final String PROJECTOR_PREFIX = "mmproj";

  private static final Pattern PART =
      Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})(\\.safetensors|\\.gguf)");

  ModelFiles {
    descriptions = List.copyOf(descriptions);
    weights = List.copyOf(weights);
  }

  /**
   * @param names the paths of all files there
   * @throws ModelLoadException if they hold no model, or several and the reference does not say
   *     which
   */
  static ModelFiles select(HubReference reference, SortedSet<String> names) {
    List<String> safetensors = safetensors(names);
    boolean hasIndex = names.contains(INDEX);
    if (reference.file() != null || (safetensors.isEmpty() && !hasIndex)) {
      return new ModelFiles(List.of(), null, gguf(reference, names), true);
    }
    if (!names.contains(CONFIG)) {
      throw new ModelLoadException(
          "no "
              + CONFIG
              + " beside the weights: repo="
              + reference.repo()
              + ", weights="
              + safetensors.stream().limit(3).toList()
              + ", expected a model that transformers can load");
    }
    List<String> descriptions =
        names.stream()
            .filter(name -> DESCRIPTIONS.contains(name) || NAMED_TEMPLATE.matcher(name).matches())
            .toList();
    if (hasIndex) {
      return new ModelFiles(descriptions, INDEX, List.of(), false);
    }
    safetensors.forEach(weight -> requireAllParts(reference, weight, names));
    return new ModelFiles(descriptions, null, safetensors, false);
  }

  /** The weight files of a repository without an index. */
  private static List<String> safetensors(SortedSet<String> names) {
    return names.contains(SINGLE)
        ? List.of(SINGLE)
        : names.stream()
            .filter(name -> name.endsWith(SAFETENSORS) && name.indexOf('/') < 0)
            .filter(name -> !OTHER_TOOLS.matcher(name).matches())
            .toList();
  }

  private static List<String> gguf(HubReference reference, SortedSet<String> names) {
    String file = reference.file();
    List<String> all = names.stream().filter(ModelFiles::isGguf).toList();
    List<String> choices = all.stream().filter(ModelFiles::isFirstPart).toList();
    List<String> models =
        choices.stream().filter(name -> !baseName(name).startsWith(PROJECTOR_PREFIX)).toList();
    List<String> matches;
    if (file == null) {
      matches = models;
    } else if (all.contains(file)) {
      matches = List.of(file);
    } else {
      matches = models.stream().filter(name -> names(file, name)).toList();
    }
    if (matches.size() != 1) {
      throw notOne(reference, matches, models);
    }
    return requireAllParts(reference, matches.get(0), names);
  }

  private static ModelLoadException notOne(
      HubReference reference, List<String> matches, List<String> models) {
    String asked = reference.file() == null ? "" : ", file=" + reference.file();
    if (models.isEmpty()) {
      return new ModelLoadException(
          "no weights found: repo="
              + reference.repo()
              + ", revision="
              + reference.revisionOrDefault()
              + asked
              + ", expected *.safetensors at the top or *.gguf; choose a repository with such files");
    }
    return new ModelLoadException(
        (matches.isEmpty() ? "no such GGUF file" : "several GGUF files fit")
            + ": repo="
            + reference.repo()
            + asked
            + ", choices="
            + (matches.isEmpty() ? models : matches)
            + "; name one of them as "
            + reference.repo()
            + ":FILE, or its quantisation, such as "
            + reference.repo()
            + ":Q4_K_M");
  }

  /** All files of the set that a weight file belongs to, in order; itself where it is whole. */
  private static List<String> requireAllParts(
      HubReference reference, String weight, Set<String> names) {
    Matcher part = PART.matcher(weight);
    if (!part.matches()) {
      return List.of(weight);
    }
    int count = Integer.parseInt(part.group(3));
    List<String> parts = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      String name =
          String.format(
              Locale.ROOT, "%s-%05d-of-%s%s", part.group(1), i, part.group(3), part.group(4));
      if (!names.contains(name)) {
        throw new ModelLoadException(
            "a part of the weights is missing: repo="
                + reference.repo()
                + ", file="
                + name
                + ", expected "
                + count
                + " parts");
      }
      parts.add(name);
    }
    return parts;
  }

  private static boolean isGguf(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(GGUF);
  }

  private static boolean isFirstPart(String name) {
    Matcher part = PART.matcher(name);
    return !part.matches() || Integer.parseInt(part.group(2)) == 1;
  }

  /** Whether a quantisation such as {@code Q4_K_M} stands as a word in a file's path. */
  private static boolean names(String quantisation, String name) {
    return Pattern.compile(
            "(?:^|[-._/])" + Pattern.quote(quantisation) + "(?:$|[-./])", Pattern.CASE_INSENSITIVE)
        .matcher(name)
        .find();
  }

  private static String baseName(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
