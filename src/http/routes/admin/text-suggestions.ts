import { z } from 'zod';
import { inputLimitBytes } from '#ai/contract.ts';
import { textActions, textLimitBytes } from '#ai/text-contract.ts';
import { localeSchema } from '#blog/contract.ts';
import { findLinkTargets } from '#blog/find-link-targets.ts';
import type { Services } from '../../context.ts';
import { errorResponse } from '../../responses/error-response.ts';
import { streamSuggestion } from '../generate-content.ts';
import { type AdminHandlers, withBody } from './admin-request.ts';

const context = z.string().default('');
const textSchema = z.strictObject({
  action: z.enum(textActions),
  locale: localeSchema,
  text: z.string().refine((value) => value.trim() !== ''),
  before: context,
  after: context,
});

const titlesSchema = z.strictObject({
  locale: localeSchema,
  title: z.string().default(''),
  content: z.string().refine((value) => value.trim() !== ''),
});

const linksSchema = z.strictObject({
  locale: localeSchema,
  text: z.string(),
  /** The post that has the text: it isn't linked to itself. */
  post_id: z.uuid().nullable().default(null),
});

const altSchema = z.strictObject({
  locale: localeSchema,
  src: z.string().max(500),
  title: context,
  caption: context,
  before: context,
  after: context,
});

export function createTextSuggestionHandlers({
  textSuggestions,
  blog,
  log,
}: Pick<Services, 'textSuggestions' | 'blog' | 'log'>) {
  return {
    /** Server-sent events: `piece` with plain text, then `answer`. Cancelling the request cancels the model's. */
    'POST /suggestions/text': withBody(textSchema, async (context, body) => {
      const { text, before, after } = body;
      const { selection, context: contextBytes } = textLimitBytes;
      if (Buffer.byteLength(text) > selection || Buffer.byteLength(before + after) > contextBytes)
        return errorResponse(context, 'body.too_long');
      const { signal } = context.req.raw;
      return streamSuggestion(context, log, (onPiece) => textSuggestions.suggestText(body, signal, onPiece));
    }),
    /** Needs no model. */
    'POST /suggestions/links': withBody(linksSchema, async (context, { locale, text, post_id: postId }) => {
      if (Buffer.byteLength(text) > textLimitBytes.selection) return errorResponse(context, 'body.too_long');
      return context.json({ links: await findLinkTargets(blog, { locale, text, postId }) });
    }),
    'POST /suggestions/alt': withBody(altSchema, async (context, body) => {
      const { title, caption, before, after } = body;
      if (Buffer.byteLength(title + caption + before + after) > inputLimitBytes)
        return errorResponse(context, 'body.too_long');
      return context.json(await textSuggestions.suggestAlt(body, context.req.raw.signal));
    }),
    'POST /suggestions/titles': withBody(titlesSchema, async (context, body) => {
      const { title, content } = body;
      if (Buffer.byteLength(title + content) > inputLimitBytes)
        return errorResponse(context, 'body.too_long');
      return context.json(await textSuggestions.suggestTitles(body, context.req.raw.signal));
    }),
  } satisfies AdminHandlers;
}
