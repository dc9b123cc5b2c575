import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Queries } from '#database/connect.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { noteChange, noteStart } from './change-post.ts';
import type { DeskDocument, DeskError } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readStanding } from './find-standing.ts';
import { withMadeFrom } from './made-from.ts';
import { readDocument } from './read-document.ts';
import { dropTranslated } from './working-copy.ts';

type Published = Result<DeskDocument[], DeskError | { code: 'lease.lost' }>;

/** `TranslationDesk.publishTranslations`. */
export async function publishTranslations(
  tools: DeskTools,
  posts: readonly { id: string; version: number }[],
  by: { id: string; name: string },
  within: (queries: Queries) => Promise<boolean>,
): Promise<Published> {
  const prepared: (PreparedPost & { id: string; version: number })[] = [];
  for (const { id, version } of posts) {
    const document = await readDocument(tools, tools.database.query, id);
    if (!document) return fail({ code: 'post.missing' });
    const { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords } =
      document.fields;
    const ready = await tools.writer.preparePost({
      ...{ id, locale: document.locale, status: 'published', title, excerpt, content },
      ...{ featured_image_alt, seo_title, seo_description, seo_keywords },
    });
    if (!ready.ok) return ready;
    prepared.push({ ...ready.value, id, version });
  }
  return tools.writer.writeTogether(async (writing): Promise<Published> => {
    const documents: DeskDocument[] = [];
    for (const { id, version, ...ready } of prepared) {
      const standing = await readStanding(writing.queries, id);
      if (standing?.version !== version) return fail({ code: 'post.conflict' });
      await noteStart(tools, writing, standing);
      const written = await writing.write(await withMadeFrom(writing.queries, id, ready));
      if (!written.ok) return written;
      await dropTranslated(writing.queries, id);
      documents.push(await noteChange(tools, writing, { id, by, kind: 'published' }));
    }
    return (await within(writing.queries)) ? ok(documents) : fail({ code: 'lease.lost' });
  });
}
