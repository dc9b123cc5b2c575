import { canContribute } from '#blog/permissions-contract.ts';
import type { Services } from '../../context.ts';
import { errorResponse } from '../../responses/error-response.ts';
import { type AdminHandlers, editorPostResponse, uuidParam } from './admin-request.ts';
import { withVersion } from './posts.ts';

type RevisionCall =
  | 'GET /posts/:id/revisions'
  | 'GET /posts/:id/revisions/:revision'
  | 'POST /posts/:id/revisions/:revision/restore'
  | 'POST /posts/:id/preview-link';

export function createRevisionHandlers({
  editor,
  previews,
}: Pick<Services, 'editor' | 'previews'>): AdminHandlers<RevisionCall> {
  return {
    'GET /posts/:id/revisions': async (context) => {
      const id = uuidParam(context);
      const revisions = id && (await editor.listRevisions(id));
      // Posts that were never opened in the editor have no revisions.
      if (!id || (revisions?.length === 0 && !(await editor.readPost(id))))
        return errorResponse(context, 'post.missing');
      return context.json({ revisions });
    },
    'GET /posts/:id/revisions/:revision': async (context) => {
      const [id, revision] = [uuidParam(context), uuidParam(context, 'revision')];
      const found = id && revision && (await editor.readRevision(id, revision));
      return found ? context.json(found) : errorResponse(context, 'revision.missing');
    },
    'POST /posts/:id/revisions/:revision/restore': withVersion(async (context, id, version) => {
      const revision = uuidParam(context, 'revision');
      if (!revision) return errorResponse(context, 'revision.missing');
      return editorPostResponse(
        context,
        await editor.restoreRevision(id, revision, version, context.var.actor),
      );
    }),
    'POST /posts/:id/preview-link': async (context) => {
      const id = uuidParam(context);
      const post = id && (await editor.previewPost(id));
      if (!post) return errorResponse(context, 'post.missing');
      const { actor, publicOrigin } = context.var;
      if (!canContribute(actor, post.author_id)) return errorResponse(context, 'role.forbids');
      const { path, expiresAt } = previews.create(post);
      return context.json({ url: publicOrigin + path, expiresAt: new Date(expiresAt).toISOString() });
    },
  };
}
