import { and, eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { translationWritten } from '#database/schema.ts';
import type { Desk, TranslatedPost, TranslationDesk, Writer } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { bareWords } from '#platform/bare-words.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { decideOffer, type OfferRow, offersOfPost, shapeOf } from './block-offers.ts';
import { wordsOf } from './block-tags.ts';
import type { RunError, TranslationNote, TranslationNotes } from './contract.ts';
import { findHumanEdits, isOfContent, type Written } from './human-edits.ts';
import { type ReviewBlock, readWritten } from './kept-by-people.ts';
import { putTogether, type RunText, takeApart, textsOf } from './run-source.ts';

interface NotesOptions {
  database: Pick<Database, 'query' | 'transaction'>;
  desk: Pick<TranslationDesk, 'openPost' | 'markTranslated'> & Pick<Desk, 'savePost'>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What a person has to look at in a translation, and what they decide. */
export function createNotes({ database: { query, transaction }, desk, now }: NotesOptions): TranslationNotes {
  return {
    async read(postId) {
      const found = await desk.openPost(postId);
      if (!found) return null;
      const written = await readWritten(query, postId);
      const offers = await offersOfPost(query, postId);
      const text = takeApart(textsOf(found.fields), found.locale);
      return {
        made_by: madeBy(found, written),
        review: stillThere(written?.review ?? [], found).map((block) => block.text),
        offers: [...offers.values()].flatMap((offer) => {
          if (offer.state !== 'open') return [];
          const place = placeOf(offer, text, written);
          // Somebody has written the same meanwhile.
          if (place && shapeOf(place.text) === shapeOf(offer.offered)) return [];
          return {
            hash: offer.hash,
            source: wordsOf(offer.source),
            yours: wordsOf(place?.text ?? offer.kept),
            offered: wordsOf(offer.offered),
            hasPlace: place !== null,
          };
        }),
      };
    },
    async take(postId, hash, version, by) {
      const found = await desk.openPost(postId);
      if (!found) return fail({ code: 'post.missing' });
      if (found.version !== version) return fail({ code: 'post.conflict', current: found });
      const offer = (await offersOfPost(query, postId)).get(hash);
      if (offer?.state !== 'open') return fail({ code: 'offer.missing' });
      const text = takeApart(textsOf(found.fields), found.locale);
      const written = await readWritten(query, postId);
      const place = placeOf(offer, text, written);
      if (!written || !place) return fail({ code: 'offer.gone' });
      const fields = { ...found.fields, ...withOffer(text, place.id, offer, found.locale) };
      const saved = await desk.savePost(postId, version, { mode: 'autosave', fields }, by);
      if (!saved.ok) return saved;
      await transaction(async (queries) => {
        const taken = withTaken(written, offer, found.locale);
        await queries
          .update(translationWritten)
          .set({ fields: { ...taken.fields }, blocks: [...taken.blocks] })
          .where(isStill(postId, written));
        await decideOffer(queries, { postId, hash, state: 'taken', now: new Date(now()) });
      });
      return saved;
    },
    async keep(postId, hash, by) {
      const found = await openFor(postId, by);
      if (!found.ok) return found;
      const offer = (await offersOfPost(query, postId)).get(hash);
      if (offer?.state !== 'open') return fail({ code: 'offer.missing' });
      await decideOffer(query, { postId, hash, state: 'kept', now: new Date(now()) });
      return ok(null);
    },
    async approve(postId, by) {
      const found = await openFor(postId, by);
      if (!found.ok) return found;
      const { origin, version, status, has_working_copy: isTyped } = found.value;
      if (origin === 'untranslated') {
        // Readers would be told so of words that they do not see yet.
        if (status === 'published' && isTyped) return fail({ code: 'post.conflict', current: found.value });
        const marked = await desk.markTranslated(postId, version, by);
        return marked.ok ? ok(null) : marked;
      }
      const written = await readWritten(query, postId);
      if (!written) return ok(null);
      const approved = new Set(stillThere(written.review, found.value).map(({ hash }) => hash));
      const blocks = written.blocks.map((block) =>
        approved.has(block.hash) ? { ...block, human_for: block.hash, as_source: true as const } : block,
      );
      await query.update(translationWritten).set({ blocks, review: [] }).where(isStill(postId, written));
      return ok(null);
    },
  };

  /** For who may change it: as the desk has it. */
  async function openFor(postId: string, by: Writer): Promise<Result<TranslatedPost, RunError>> {
    const found = await desk.openPost(postId);
    if (!found) return fail({ code: 'post.missing' });
    const isOwnDraft =
      found.author_id === by.id && found.status !== 'published' && found.scheduled_at === null;
    return by.mayPublish || isOwnDraft ? ok(found) : fail({ code: 'role.forbids' });
  }
}

/** What a run has written since is another text: nothing is said of that. */
function isStill(postId: string, { version }: { version: number }) {
  return and(eq(translationWritten.postId, postId), eq(translationWritten.version, version));
}

function madeBy(
  { origin, fields, locale }: TranslatedPost,
  written: Written | null,
): TranslationNote['made_by'] {
  if (origin === 'human') return 'people';
  if (origin === 'untranslated') return 'nobody';
  if (origin === 'mixed') return 'both';
  if (!written) return 'machine';
  const found = findHumanEdits(written, textsOf(fields), locale);
  if (found.kind === 'whole') return 'both';
  const isEdited = found.edits.some(({ isSource }) => !isSource) || Object.keys(found.fields).length > 0;
  return isEdited ? 'both' : 'machine';
}

function stillThere(review: readonly ReviewBlock[], { fields }: TranslatedPost): ReviewBlock[] {
  const values = Object.values(textsOf(fields)).flat();
  const words = bareWords(values.filter((value) => value !== null));
  return review.filter(({ text }) => words.includes(bareWords([text]).trim()));
}

/** Where the words stand that an offer is for: in the place they were written to, or where they are found again. */
function placeOf(
  { hash, blockId, kept, html }: OfferRow,
  { blocks, split }: RunText,
  written: Written | null,
): { id: string; text: string } | null {
  if (html === null) return blocks.find(({ id }) => id === blockId) ?? null;
  const own = written?.blocks.filter(isOfContent) ?? [];
  const same = split.blocks.filter(({ text }) => shapeOf(text) === shapeOf(kept));
  if (same.length === 1) return same[0] ?? null;
  const place = own.findIndex((block) => block.hash === hash);
  return own.length === split.blocks.length ? (split.blocks[place] ?? null) : null;
}

function withOffer(text: RunText, id: string, { offered, html }: OfferRow, locale: Locale) {
  const none = new Map<string, string>();
  return html === null
    ? putTogether(text, new Map([[id, offered]]), locale, none)
    : putTogether(text, none, locale, none, new Map([[id, html]]));
}

/** As if the run had written it: from then on it is the machine's. */
function withTaken({ fields, blocks }: Written, offer: OfferRow, locale: Locale): Written {
  const place = blocks.filter(isOfContent).findIndex(({ hash }) => hash === offer.hash);
  const text = takeApart(fields, locale);
  const id = offer.html === null ? offer.blockId : text.split.blocks[place]?.id;
  return {
    fields: id === undefined ? fields : withOffer(text, id, offer, locale),
    blocks: blocks.map((block) =>
      block.hash === offer.hash ? { id: block.id, hash: block.hash, text: offer.offered } : block,
    ),
  };
}
