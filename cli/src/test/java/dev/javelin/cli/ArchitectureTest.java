// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows of ARCHITECTURE.md and the rules of the house, checked on the compiled classes. */
class ArchitectureTest {
  private static final String ROOT = "dev.javelin.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("testsupport"))
          .importPackages("dev.javelin");

  /** The modules that each module may use, those that these use included. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("engineapi", Set.of()),
          Map.entry("kvcache", Set.of("engineapi")),
          Map.entry("scheduler", Set.of("engineapi", "kvcache")),
          Map.entry("tokenizer", Set.of("engineapi")),
          Map.entry("inputprocessor", Set.of("engineapi", "tokenizer")),
          Map.entry("outputprocessor", Set.of("engineapi", "tokenizer")),
          Map.entry("compute", Set.of("engineapi")),
          Map.entry("modelloader", Set.of("engineapi", "compute")),
          Map.entry("openaiprotocol", Set.of("engineapi")),
          Map.entry("torchbackend", Set.of("engineapi", "compute")),
          Map.entry(
              "enginecore", Set.of("engineapi", "kvcache", "scheduler", "compute", "modelloader")),
          Map.entry(
              "engineclient",
              Set.of("engineapi", "kvcache", "scheduler", "compute", "modelloader", "enginecore")),
          Map.entry(
              "llmengine",
              Set.of(
                  "engineapi",
                  "tokenizer",
                  "inputprocessor",
                  "outputprocessor",
                  "compute",
                  "modelloader",
                  "enginecore",
                  "engineclient")),
          Map.entry("batch", Set.of("engineapi", "openaiprotocol")),
          Map.entry(
              "cli",
              Set.of(
                  "engineapi",
                  "inputprocessor",
                  "compute",
                  "modelloader",
                  "enginecore",
                  "llmengine",
                  "openaiprotocol",
                  "batch")));

  static Set<String> modules() {
    return new TreeSet<>(MAY_USE.keySet());
  }

  private static String module(JavaClass javaClass) {
    String name = javaClass.getPackageName();
    if (!name.startsWith(ROOT)) {
      return "";
    }
    String rest = name.substring(ROOT.length());
    int dot = rest.indexOf('.');
    return dot < 0 ? rest : rest.substring(0, dot);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void module_usesOnlyModulesFurtherUp(String module) {
    Set<String> used = new TreeSet<>();
    for (JavaClass javaClass : CLASSES) {
      if (module(javaClass).equals(module)) {
        javaClass.getDirectDependenciesFromSelf().stream()
            .map(dependency -> module(dependency.getTargetClass()))
            .filter(target -> !target.isEmpty() && !target.equals(module))
            .forEach(used::add);
      }
    }
    assertThat(MAY_USE.get(module)).containsAll(used);
  }

  @Test
  void everyModule_isInTheTable() {
    Set<String> found = new TreeSet<>();
    CLASSES.forEach(javaClass -> found.add(module(javaClass)));
    assertThat(modules()).isEqualTo(found);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("dev.javelin.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void library_printsNothing() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(
        CLASSES.that(
            new com.tngtech.archunit.base.DescribedPredicate<>("library classes") {
              @Override
              public boolean test(JavaClass javaClass) {
                return !module(javaClass).equals("cli");
              }
            }));
  }

  @Test
  void nobody_throwsGenericExceptions() {
    NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS.check(CLASSES);
  }

  @Test
  void onlyTheCommandLine_exits() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.javelin.cli")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(CLASSES);
  }

  @Test
  void packages_areNullMarked() {
    classes()
        .that()
        .haveSimpleName("package-info")
        .should()
        .beAnnotatedWith("org.jspecify.annotations.NullMarked")
        .check(CLASSES);
  }

  @Test
  void staticFields_areConstants() {
    List<String> mutable = new ArrayList<>();
    for (JavaClass javaClass : CLASSES) {
      for (JavaField field : javaClass.getFields()) {
        if (field.getModifiers().contains(JavaModifier.STATIC)
            && !field.getModifiers().contains(JavaModifier.FINAL)
            && !field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
          mutable.add(field.getFullName());
        }
      }
    }
    assertThat(mutable).isEmpty();
  }
}
