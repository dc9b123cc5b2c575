import { addAbortSignal, type Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { maxTemplateLength, type TemplateError, templateTokens } from '#filenames/contract.ts';
import { type FilenameTemplate, parseFilenameTemplate } from '#filenames/template.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { findPostLinks, formatPostLink } from '#threads/post-links.ts';

export const helpText = `Usage: unspool <link...> [options]

Saves videos, images, GIFs and voice notes from public Threads posts.
A link can be part of a longer text. Each post is saved once. With -, or without a link if standard
input is a file or a pipe, links are read from standard input, one per line.
No account is needed. Requests go only to Threads, and to GIPHY or Tenor for GIFs they host.

Options:
  -o, --output <dir>   Save into this folder, and create it if necessary. Default: current folder.
                       - writes one file, or with --zip the ZIP, to standard output.
  -z, --zip            Save one ZIP per link, with post.json, post.txt, post.md and post.html.
  -t, --thread         Save all posts in the author's own thread around the link.
      --name <text>    File name template with {user} {code} {index} {date} {text} {type}.
                       Default: the same names as on the site. If another post from the same second
                       has that name, the code of the post is added.
      --no-metadata    Save files as Threads has them, without author, link, date and alt text.
  -f, --force          Replace existing files.
      --wait <seconds> Longest wait before each retry while Threads is busy. Default: 120.
      --json           Print one JSON document with posts, files and paths.
  -q, --quiet          Show no progress and no notices.
  -h, --help           Show this help.
      --version        Show the version.

Paths of saved files go to standard output, everything else to standard error.
A file is written as NAME.part and renamed when it is complete. If a download is interrupted,
run the same command again to resume it. A run waits while another one saves into the same folder.

Exit codes (of the first link that failed):
  0    everything is saved
  2    the command or a setting is invalid
  3    not a link to a Threads post
  4    the post is gone, private or restricted
  5    the post has nothing to save
  6    Threads is busy, unreachable, or has changed its pages
  7    a file did not arrive complete
  8    the disk is full or not writable, or another file has that name
  130  interrupted

Environment: THREADS_ORIGIN, THREADS_PROFILES, MEDIA_HOSTS, as for the server.
`;

export interface CliOptions {
  /** Unique; `-` stands for the links on standard input. */
  links: string[];
  out: string;
  zip: boolean;
  json: boolean;
  thread: boolean;
  force: boolean;
  metadata: boolean;
  quiet: boolean;
  waitSeconds: number;
  template: FilenameTemplate | null;
}

export type CliCommand = { kind: 'help' } | { kind: 'version' } | { kind: 'save'; options: CliOptions };

export const singleLinkMessage = '-o - accepts only one link.';

const defaultWaitSeconds = 120;
const maxWaitSeconds = 3_600;

/** The error is a sentence for the user. `hasInput`: standard input is piped, to be read without a link. */
export function parseArguments(
  args: readonly string[],
  hasInput: () => boolean = () => false,
): Result<CliCommand, string> {
  const parsed = parseOptions(args);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help) return ok({ kind: 'help' });
  if (values.version) return ok({ kind: 'version' });
  const links = [...new Set(positionals)];
  if (links.length === 0 && hasInput()) links.push('-');
  if (links.length === 0) return fail('Enter the link to a Threads post.');
  const out = values.output ?? '.';
  if (out === '') return fail('-o needs a folder, or - for standard output.');
  if (out === '-' && values.json)
    return fail('--json and -o - both write to standard output. Use only one of them.');
  if (out === '-' && links.length > 1) return fail(singleLinkMessage);
  const template = values.name === undefined ? ok(null) : parseFilenameTemplate(values.name);
  if (!template.ok) return fail(`--name: ${templateErrorMessage(template.error)}`);
  const waitSeconds = values.wait === undefined ? defaultWaitSeconds : parseSeconds(values.wait);
  if (waitSeconds === null) return fail(`--wait needs a number of seconds from 0 to ${maxWaitSeconds}.`);
  const { zip = false, json = false, thread = false, force = false, quiet = false } = values;
  return ok({
    kind: 'save',
    options: {
      links,
      out,
      zip,
      json,
      thread,
      force,
      metadata: !values['no-metadata'],
      quiet,
      waitSeconds,
      template: template.value,
    },
  });
}

const options = {
  output: { type: 'string', short: 'o' },
  zip: { type: 'boolean', short: 'z' },
  json: { type: 'boolean' },
  thread: { type: 'boolean', short: 't' },
  name: { type: 'string' },
  wait: { type: 'string' },
  'no-metadata': { type: 'boolean' },
  force: { type: 'boolean', short: 'f' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

function parseSeconds(text: string): number | null {
  return /^\d{1,4}$/.test(text) && Number(text) <= maxWaitSeconds ? Number(text) : null;
}

function parseOptions(args: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...args], options, allowPositionals: true, strict: true }));
  } catch (cause) {
    const isUsage =
      cause instanceof TypeError && 'code' in cause && String(cause.code).startsWith('ERR_PARSE_ARGS');
    if (!isUsage) throw cause;
    return fail(cause.message);
  }
}

function templateErrorMessage(error: TemplateError): string {
  switch (error.code) {
    case 'nothing':
      return 'no characters of this template can be used in a file name.';
    case 'too_long':
      return `use at most ${maxTemplateLength} characters.`;
    case 'brace':
      return 'a brace is unmatched.';
    case 'unknown':
      return `{${error.name}} is unknown. Use ${templateTokens.map((token) => `{${token}}`).join(', ')}.`;
    case 'sign':
      return `file names can’t contain ${error.sign}`;
    case 'invisible':
      return 'the template contains invisible characters.';
  }
}

const maxInputBytes = 2_000_000;

/** Lines without a link are returned unchanged, so that their error is reported. # starts a comment. */
export function findLinksInText(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const links = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const found = findPostLinks(line).map(formatPostLink);
      return found.length > 0 ? found : [line];
    });
  return [...new Set(links)];
}

/** Replaces `-` with the links on standard input. The error is a sentence for the user. */
export async function expandLinks(
  inputs: readonly string[],
  stdin: Readable,
  signal: AbortSignal,
): Promise<Result<string[], string>> {
  const input = await readInput(addAbortSignal(signal, stdin));
  if (input === null) return fail('standard input can’t be read.');
  // The last link could be cut, and be that of another post.
  if (input.length > maxInputBytes)
    return fail('standard input has more than 2 MB. Split the list of links.');
  const links = findLinksInText(decodeText(input));
  return ok([...new Set(inputs.flatMap((link) => (link === '-' ? links : [link])))]);
}

/** UTF-8, or UTF-16 as PowerShell writes it, whose ASCII has a zero in every other byte. */
function decodeText(input: Buffer): string {
  const [first, second] = input;
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const encoding = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(input);
}

/** Compares posts, not spellings. Inputs with at most one link stay unchanged. */
export function uniquePostLinks(inputs: readonly string[]): string[] {
  const seen = new Set<string>();
  return inputs.flatMap((text) => {
    const found = findPostLinks(text);
    const links = found.length > 1 ? found.map(formatPostLink) : [text];
    return links.filter((_, index) => {
      const post = found[index];
      const key = post ? formatPostLink(post.kind === 'post' ? { ...post, username: null } : post) : text;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
  });
}

async function readInput(stdin: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stdin) {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > maxInputBytes) break;
    }
  } catch (cause) {
    // Standard input is a folder, or the command was interrupted.
    if (cause instanceof Error && 'code' in cause) return null;
    throw cause;
  }
  return Buffer.concat(chunks);
}
