#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times Hugging Face transformers (eager attention, float32, CPU) on the prompts that our own benchmark uses.

    python bench_transformers.py MODEL_DIRECTORY [--threads 2] [--reps 3]

Prints one JSON object a line: single = one stream of 128 greedy tokens, batch = 64 streams of 64 + 128 tokens as one batch.
Needs torch and transformers.
"""
import argparse
import json
import pathlib
import statistics
import time

import torch
from transformers import AutoModelForCausalLM

NEW_TOKENS = 128


def prompts(name):
    path = pathlib.Path(__file__).parent.parent / "prompts" / f"{name}.ids"
    return [[int(word) for word in line.split()] for line in path.read_text().splitlines()]


def generate(model, ids):
    tokens = torch.tensor(ids)
    start = time.perf_counter()
    with torch.inference_mode():
        out = model.generate(
            tokens,
            attention_mask=torch.ones_like(tokens),
            do_sample=False,
            min_new_tokens=NEW_TOKENS,
            max_new_tokens=NEW_TOKENS,
            pad_token_id=0,
        )
    seconds = time.perf_counter() - start
    assert out.shape[1] == tokens.shape[1] + NEW_TOKENS
    return len(ids) * NEW_TOKENS / seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--reps", type=int, default=3)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    model = AutoModelForCausalLM.from_pretrained(args.model, dtype=torch.float32, attn_implementation="eager").eval()
    for name in ("single", "batch"):
        ids = prompts(name)
        generate(model, ids[:1])
        rates = [generate(model, ids) for _ in range(args.reps)]
        row = {
            "engine": "transformers",
            "workload": name,
            "tokens_per_second": round(statistics.median(rates), 2),
            "min": round(min(rates), 2),
            "max": round(max(rates), 2),
        }
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
