import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TargetName } from './target.ts';

const corpusFile = (target: TargetName) => new URL(`corpus/${target}.jsonl`, import.meta.url);

/** One input a line: a string, or the bytes in base64 if they are no text. */
export function readCorpus(target: TargetName): Buffer[] {
  const file = corpusFile(target);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').trimEnd().split('\n').map(parseInput);
}

export function writeCorpus(target: TargetName, inputs: readonly Buffer[]): void {
  writeFileSync(corpusFile(target), inputs.map((input) => `${formatInput(input)}\n`).join(''));
}

export function formatInput(input: Buffer): string {
  const text = input.toString();
  return JSON.stringify(Buffer.from(text).equals(input) ? text : { base64: input.toString('base64') });
}

function parseInput(line: string): Buffer {
  const input: string | { base64: string } = JSON.parse(line);
  return typeof input === 'string' ? Buffer.from(input) : Buffer.from(input.base64, 'base64');
}
