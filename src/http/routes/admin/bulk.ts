import { z } from 'zod';
import { postTagsMax, versionSchema } from '#blog/contract.ts';
import type { EditError, EditorPost } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import { locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type RunError, runChoices } from '#translation/contract.ts';
import type { AppContext, Services } from '../../context.ts';
import { errorResponse, type HttpErrorCode, toErrorBody } from '../../responses/error-response.ts';
import { type AdminHandlers, withBody } from './admin-request.ts';

const bulkPostsMax = 100;

const posts = z
  .array(z.strictObject({ id: z.uuid().toLowerCase(), version: versionSchema }))
  .min(1)
  .max(bulkPostsMax)
  .refine((targets) => new Set(targets.map(({ id }) => id)).size === targets.length);

const bulkSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['publish', 'archive', 'delete']), posts }),
  z.strictObject({ action: z.enum(['add_tag', 'remove_tag']), posts, tag_id: z.uuid().toLowerCase() }),
  z.strictObject({ action: z.literal('translate'), posts, choice: z.enum(runChoices).default('drafts') }),
]);
type BulkRequest = z.output<typeof bulkSchema>;

type BulkServices = Pick<Services, 'editor' | 'runs' | 'accounts' | 'taxonomy' | 'log'>;

/** `unchanged`: there was nothing to do. */
type BulkOutcome = Result<'changed' | 'unchanged', { code: HttpErrorCode }>;

export function createBulkHandlers(services: BulkServices) {
  return {
    'POST /posts/bulk': withBody(bulkSchema, async (context, request) => {
      if ('tag_id' in request && !(await hasTag(services, request.tag_id)))
        return errorResponse(context, 'tag.missing');
      const translatedArticles = new Set<string>();
      const results = [];
      for (const target of request.posts) {
        const outcome = await changeOne(services, context, { request, translatedArticles, ...target });
        results.push({
          id: target.id,
          ...(outcome.ok
            ? { success: true, changed: outcome.value === 'changed' }
            : toErrorBody(context.var.locale, outcome.error)),
        });
      }
      return context.json({ results });
    }),
  } satisfies AdminHandlers;
}

async function hasTag({ taxonomy }: BulkServices, id: string): Promise<boolean> {
  return (await taxonomy.listTags()).some((tag) => tag.id === id);
}

interface BulkItem {
  id: string;
  version: number;
  request: BulkRequest;
  translatedArticles: Set<string>;
}

/** One post that can't be changed must not stop the others. */
async function changeOne(services: BulkServices, context: AppContext, item: BulkItem): Promise<BulkOutcome> {
  try {
    return await applyAction(services, context, item);
  } catch (error) {
    services.log.error({ error, action: item.request.action }, 'bulk action failed for a post');
    return fail({ code: 'server.failed' });
  }
}

async function applyAction(
  { editor, runs, accounts }: BulkServices,
  context: AppContext,
  { id, version, request, translatedArticles }: BulkItem,
): Promise<BulkOutcome> {
  const { actor, user } = context.var;
  if (request.action === 'delete') {
    if (!accounts.can(user, 'post.delete')) return fail({ code: 'role.forbids' });
    return toOutcome(await editor.deletePost(id, version));
  }
  const post = await editor.readPost(id);
  if (!post || (post.kind === 'page' && !actor.mayManagePages)) return fail({ code: 'post.missing' });
  if (request.action === 'translate') {
    if (!actor.mayPublish) return fail({ code: 'role.forbids' });
    if (translatedArticles.has(post.article_id)) return ok('unchanged');
    translatedArticles.add(post.article_id);
    return translateMissing(runs, post, { actor, choice: request.choice });
  }
  if (!canChangePost(actor, post)) return fail({ code: 'role.forbids' });
  if (post.version !== version) return fail({ code: 'post.conflict' });
  if ('tag_id' in request) {
    const kind = request.action === 'add_tag' ? 'add' : 'remove';
    if (post.fields.tag_ids.includes(request.tag_id) === (kind === 'add')) return ok('unchanged');
    if (kind === 'add' && post.fields.tag_ids.length >= postTagsMax) return fail({ code: 'fields.unfit' });
    return toOutcome(await editor.changeTag(id, version, { kind, tagId: request.tag_id }, actor));
  }
  const status = request.action === 'publish' ? 'published' : 'archived';
  if (post.status === status) return ok('unchanged');
  return toOutcome(await editor.setStatus(id, version, status, actor));
}

/** From the original, whichever language was selected. */
async function translateMissing(
  runs: Services['runs'],
  { id, locale, languages }: EditorPost,
  options: Pick<Parameters<Services['runs']['start']>[0], 'actor' | 'choice'>,
): Promise<BulkOutcome> {
  const source = languages.find((language) => language.id === id)?.from ?? locale;
  const original = languages.find((language) => language.locale === source);
  const translated = languages.filter(({ translation }) => translation !== 'untranslated');
  const missing = locales.filter(
    (target) => target !== source && !translated.some((language) => language.locale === target),
  );
  if (missing.length === 0) return ok('unchanged');
  const started = await runs.start({
    postId: original?.id ?? id,
    version: null,
    key: null,
    locales: missing,
    ...options,
  });
  if (!started.ok) return fail({ code: started.error.code });
  return started.value.joined ? fail({ code: 'run.live' }) : ok('changed');
}

function toOutcome(result: Result<unknown, EditError | RunError>): BulkOutcome {
  return result.ok ? ok('changed') : fail({ code: result.error.code });
}
