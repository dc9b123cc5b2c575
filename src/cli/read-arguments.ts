import { parseArgs } from 'node:util';
import { maxTemplateLength, nameTokens, type TemplateFault } from '#names/contract.ts';
import { type NameTemplate, readTemplate } from '#names/read-template.ts';
import { fail, ok, type Result } from '#platform/result.ts';

export interface Order {
  /** Texts that hold a link, each once, as they were given; `-` for those of the standard input. */
  links: string[];
  /** A folder, or `-` for the standard output. */
  out: string;
  zip: boolean;
  json: boolean;
  thread: boolean;
  force: boolean;
  quiet: boolean;
  /** Seconds that a busy Threads is waited for at a time, at most. */
  waitSeconds: number;
  /** null: the usual name. */
  template: NameTemplate | null;
}

export type Wanted = { kind: 'help' } | { kind: 'version' } | { kind: 'order'; order: Order };

export const severalIntoOne = '-o - takes one link.';

const usualWaitSeconds = 120;
const maxWaitSeconds = 3_600;

/**
 * The fault is a sentence.
 * @param hasInput whether something stands before the standard input: without a link it is read
 */
export function readArguments(
  args: readonly string[],
  hasInput: () => boolean = () => false,
): Result<Wanted, string> {
  const parsed = parse(args);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help) return ok({ kind: 'help' });
  if (values.version) return ok({ kind: 'version' });
  const links = [...new Set(positionals)];
  if (links.length === 0 && hasInput()) links.push('-');
  if (links.length === 0) return fail('Give the link to a Threads post.');
  const out = values.output ?? '.';
  if (out === '') return fail('-o needs a folder, or - for the standard output.');
  if (out === '-' && values.json)
    return fail('--json and -o - both want the standard output: give one of them.');
  if (out === '-' && links.length > 1) return fail(severalIntoOne);
  const template = values.name === undefined ? ok(null) : readTemplate(values.name);
  if (!template.ok) return fail(`--name: ${wordTemplateFault(template.error)}`);
  const waitSeconds = values.wait === undefined ? usualWaitSeconds : readSeconds(values.wait);
  if (waitSeconds === null) return fail(`--wait needs seconds, from 0 to ${maxWaitSeconds}.`);
  const { zip = false, json = false, thread = false, force = false, quiet = false } = values;
  return ok({
    kind: 'order',
    order: { links, out, zip, json, thread, force, quiet, waitSeconds, template: template.value },
  });
}

const options = {
  output: { type: 'string', short: 'o' },
  zip: { type: 'boolean', short: 'z' },
  json: { type: 'boolean' },
  thread: { type: 'boolean', short: 't' },
  name: { type: 'string' },
  wait: { type: 'string' },
  force: { type: 'boolean', short: 'f' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

function readSeconds(text: string): number | null {
  return /^\d{1,4}$/.test(text) && Number(text) <= maxWaitSeconds ? Number(text) : null;
}

function parse(args: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...args], options, allowPositionals: true, strict: true }));
  } catch (cause) {
    const isUsage =
      cause instanceof TypeError && 'code' in cause && String(cause.code).startsWith('ERR_PARSE_ARGS');
    if (!isUsage) throw cause;
    return fail(cause.message);
  }
}

function wordTemplateFault(fault: TemplateFault): string {
  switch (fault.code) {
    case 'nothing':
      return 'nothing of this would be left in a name.';
    case 'too_long':
      return `give at most ${maxTemplateLength} characters.`;
    case 'brace':
      return 'a brace has no partner.';
    case 'unknown':
      return `there is no {${fault.name}}. Use ${nameTokens.map((token) => `{${token}}`).join(', ')}.`;
    case 'sign':
      return `no file name can hold ${fault.sign}`;
    case 'invisible':
      return 'it holds characters that cannot be seen.';
  }
}
