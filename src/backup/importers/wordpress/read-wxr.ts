import { Parser } from 'htmlparser2';
import { ForeignFileError } from '../foreign-site.ts';
import type { OpenSource } from '../source-file.ts';

/** An element of the channel: `item`, `wp:author`, `wp:category`, `wp:tag`, or one with only a text. */
export interface WxrElement {
  name: string;
  text: string;
  /** Texts of the children; the first of each name. */
  fields: Map<string, string>;
  terms: { domain: string; slug: string; name: string }[];
  meta: [key: string, value: string][];
  comments: number;
}

const depthMax = 50;
/** Characters of one element of the channel. The content may have inline images. */
const textLengthMax = 48_000_000;
const metaMax = 2_000;

/**
 * The elements of `rss > channel`, one at a time. Only the entities of XML are decoded: those that a document declares
 * stay as they are, so none can expand.
 */
export async function* readWxr(open: OpenSource): AsyncGenerator<WxrElement> {
  const queue: WxrElement[] = [];
  const stack: string[] = [];
  let element: WxrElement | null = null;
  let text = '';
  let length = 0;
  let term: { domain: string; slug: string } | null = null;
  let metaKey = '';
  let error: ForeignFileError | null = null;
  let hasChannel = false;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        stack.push(name);
        if (stack.length > depthMax) error ??= new ForeignFileError('archive.unfit');
        if (stack.length === 2 && name === 'channel') hasChannel = true;
        text = '';
        if (stack.length === 3) element = createElement(name);
        if (stack.length === 4 && name === 'category')
          term = { domain: attributes.domain ?? '', slug: attributes.nicename ?? '' };
      },
      ontext(part) {
        length += part.length;
        if (length > textLengthMax) error ??= new ForeignFileError('archive.too_large');
        else if (element && stack.length >= 3) text += part;
      },
      onclosetag(name) {
        if (element) closeTag(element, name);
        if (stack.length === 3 && element) {
          queue.push(element);
          element = null;
          length = 0;
        }
        stack.pop();
        text = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );

  function closeTag(current: WxrElement, name: string): void {
    const depth = stack.length;
    if (depth === 3) current.text = text;
    else if (depth === 4 && name === 'wp:comment') current.comments += 1;
    else if (depth === 4 && name === 'category' && term) {
      current.terms.push({ ...term, name: text });
      term = null;
    } else if (depth === 4 && !current.fields.has(name)) current.fields.set(name, text);
    else if (depth === 5 && stack[3] === 'wp:postmeta') {
      if (name === 'wp:meta_key') metaKey = text;
      else if (name === 'wp:meta_value' && current.meta.length < metaMax) current.meta.push([metaKey, text]);
    }
  }

  let decoder: TextDecoder | null = null;
  for await (const chunk of open()) {
    decoder ??= createDecoder(chunk);
    parser.write(decoder.decode(chunk, { stream: true }));
    if (error) throw error;
    yield* queue.splice(0);
  }
  // A truncated file has open elements, which the parser would close.
  if (!hasChannel || stack.length > 0) throw new ForeignFileError('archive.unreadable');
}

function createElement(name: string): WxrElement {
  return { name, text: '', fields: new Map(), terms: [], meta: [], comments: 0 };
}

function createDecoder(head: Uint8Array): TextDecoder {
  const declaration = new TextDecoder('latin1').decode(head.subarray(0, 200));
  const name = /^[^<]{0,4}<\?xml[^>]*encoding=["']([\w-]{1,30})["']/i.exec(declaration)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(name);
  } catch (error) {
    if (error instanceof RangeError) throw new ForeignFileError('archive.unreadable');
    throw error;
  }
}
