import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TargetName } from './target.ts';

const fuzzFolder = import.meta.dirname;

/** Inputs that broke a property once, and those that together cover what all inputs so far have covered. */
export function readInputs(target: TargetName, folder = fuzzFolder): Buffer[] {
  return [...readFindings(target, folder), ...readFile(`${folder}/corpus/${target}.jsonl`)];
}

/** Written by hand, and never by the fuzzer: a finding may cover nothing that another input doesn't. */
export function readFindings(target: TargetName, folder = fuzzFolder): Buffer[] {
  return readFile(`${folder}/findings/${target}.jsonl`);
}

export function writeCorpus(target: TargetName, inputs: readonly Buffer[], folder = fuzzFolder): void {
  writeFileSync(
    `${folder}/corpus/${target}.jsonl`,
    inputs.map((input) => `${formatInput(input)}\n`).join(''),
  );
}

/** One input a line: a string, or the bytes in base64 if they are no text. */
function readFile(file: string): Buffer[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parseInput);
}

export function formatInput(input: Buffer): string {
  const text = input.toString();
  return JSON.stringify(Buffer.from(text).equals(input) ? text : { base64: input.toString('base64') });
}

function parseInput(line: string): Buffer {
  const input: string | { base64: string } = JSON.parse(line);
  return typeof input === 'string' ? Buffer.from(input) : Buffer.from(input.base64, 'base64');
}
