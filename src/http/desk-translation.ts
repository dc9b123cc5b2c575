import { z } from 'zod';
import { addressForms, styleLimits } from '#assistant/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import { readFields } from './desk-body.ts';
import {
  answerDocument,
  type DeskCall,
  type DeskHandlers,
  type DeskServices,
  idOf,
  versionOf,
} from './desk-call.ts';
import { refuseRun } from './desk-runs.ts';

/** One line: it becomes part of an instruction. */
const line = (least: number, most: number) =>
  z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .normalize('NFC')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(least).max(most));
const term = line(1, styleLimits.term);

const styleSchema = z.strictObject({
  address: z.enum(addressForms),
  style: line(0, styleLimits.style),
  terms: z
    .array(z.strictObject({ source: term, target: term }))
    .max(styleLimits.terms)
    // What one word becomes is said once.
    .refine((terms) => new Set(terms.map(({ source }) => source.toLowerCase())).size === terms.length),
});

type TranslationCall =
  | 'GET /posts/:id/translation'
  | 'POST /posts/:id/offers/:hash/take'
  | 'POST /posts/:id/offers/:hash/keep'
  | 'POST /posts/:id/translation/approve'
  | 'GET /translation/styles'
  | 'PUT /translation/styles/:locale'
  | 'GET /translation/spending';

/** What a translation's editor shows beside the text, and how languages are written. */
export function handleTranslation({
  translationNotes: notes,
  translationBooks: books,
}: DeskServices): DeskHandlers<TranslationCall> {
  return {
    'GET /posts/:id/translation': async (call) => {
      const id = idOf(call);
      const note = id && (await notes.read(id));
      return note ? call.context.json(note) : call.refuse('post.missing');
    },
    'POST /posts/:id/offers/:hash/take': async (call) => {
      const [id, hash, version] = [idOf(call), hashOf(call), versionOf(call)];
      if (version === null) return call.refuse('version.missing');
      if (!id || !hash) return call.refuse('offer.missing');
      const taken = await notes.take(id, hash, version, call.writer);
      return taken.ok ? answerDocument(call, taken) : refuseRun(call, taken.error);
    },
    'POST /posts/:id/offers/:hash/keep': async (call) => {
      const [id, hash] = [idOf(call), hashOf(call)];
      if (!id || !hash) return call.refuse('offer.missing');
      const kept = await notes.keep(id, hash, call.writer);
      return kept.ok ? call.context.json({ success: true }) : refuseRun(call, kept.error);
    },
    'POST /posts/:id/translation/approve': async (call) => {
      const id = idOf(call);
      if (!id) return call.refuse('post.missing');
      const approved = await notes.approve(id, call.writer);
      return approved.ok ? call.context.json({ success: true }) : refuseRun(call, approved.error);
    },
    'GET /translation/styles': async ({ context }) => context.json({ styles: await books.listStyles() }),
    'PUT /translation/styles/:locale': async (call) => {
      const locale = localeSchema.safeParse(call.context.req.param('locale'));
      if (!locale.success) return call.refuse('fields.unfit', { fields: ['locale'] });
      const style = await readFields(call, styleSchema);
      return style.ok ? call.context.json(await books.saveStyle(locale.data, style.value)) : style.error;
    },
    'GET /translation/spending': async ({ context }) => context.json(await books.spending()),
  };
}

function hashOf({ context }: DeskCall): string | null {
  const hash = context.req.param('hash') ?? '';
  return /^[0-9a-f]{32}$/.test(hash) ? hash : null;
}
