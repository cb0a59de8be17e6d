// SPDX-License-Identifier: Apache-2.0
/**
 * An engine for the Jinja dialect in which chat templates are written: jinja2 3.1.6 in the
 * environment that Hugging Face transformers gives it (immutable sandbox, {@code trim_blocks},
 * {@code lstrip_blocks}, loop controls, {@code generation} blocks, its own {@code tojson}, {@code
 * raise_exception}, {@code strftime_now}).
 *
 * <p>The way of a template: {@code Lexer} makes tokens, {@code StatementParser} and {@code
 * ExpressionParser} make a tree of {@code Statement} and {@code Expression} records, {@code
 * ScopeAnalyzer} settles which frame each name belongs to, {@code Interpreter} and {@code
 * ExpressionEvaluator} run the tree.
 *
 * <p>Templates are untrusted code. They see copies of the caller's data made of eight kinds of
 * values (none, boolean, integer, float, string, list, tuple, mapping) and this package's own
 * objects; no Java object, class, file or process is reachable, nothing the caller passed can be
 * changed, and {@link TemplateLimits} bounds what one rendering may use. Numbers, strings and their
 * printed forms follow Python; string lengths and positions count code points.
 *
 * <p>A {@link Template} is immutable and may be rendered by many threads at once; every other
 * object belongs to one call.
 */
@NullMarked
package dev.javelin.tokenizer.jinja;

import org.jspecify.annotations.NullMarked;
