// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.mapped;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Tells by its first bytes what a file is that is not what it should be. */
public final class FileSignature {
  private static final int LOOKED_AT = 64;

  private FileSignature() {}

  /** What the file seems to be and what to do, to end a message with; empty if nothing is known. */
  public static String hint(MappedFile file) {
    byte[] bytes = new byte[(int) Math.min(LOOKED_AT, file.size())];
    file.slice(0, bytes.length).get(bytes);
    String begin = new String(bytes, StandardCharsets.ISO_8859_1);
    String text = begin.stripLeading().toLowerCase(Locale.ROOT);
    if (begin.startsWith("version https://git-lfs")) {
      return "; it is a Git LFS pointer, so the download is incomplete: fetch the file itself";
    }
    if (text.startsWith("<!doctype") || text.startsWith("<html") || text.startsWith("<?xml")) {
      return "; it is an HTML or XML page, so the download failed";
    }
    if (begin.startsWith("GGUF")) {
      return "; it is a GGUF file";
    }
    if (begin.startsWith("tjgg") || begin.startsWith("lmgg") || begin.startsWith("fmgg")) {
      return "; it is of one of the formats before GGUF (ggml, ggmf, ggjt): convert it";
    }
    if (begin.startsWith("PK")) {
      return "; it is a zip archive, as PyTorch writes: convert it to safetensors";
    }
    return "";
  }
}
