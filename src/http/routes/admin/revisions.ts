import { type AdminDeps, type AdminHandlers, editorPostResponse, uuidParam } from './admin-request.ts';
import { withVersion } from './posts.ts';

type RevisionCall =
  | 'GET /posts/:id/revisions'
  | 'GET /posts/:id/revisions/:revision'
  | 'POST /posts/:id/revisions/:revision/restore'
  | 'POST /posts/:id/preview-link';

export function createRevisionHandlers(
  { editor, previews }: AdminDeps,
  publicOrigin: string,
): AdminHandlers<RevisionCall> {
  return {
    'GET /posts/:id/revisions': async (call) => {
      const id = uuidParam(call);
      const revisions = id && (await editor.listRevisions(id));
      // Posts that were never opened in the editor have no revisions.
      if (!id || (revisions?.length === 0 && !(await editor.readPost(id))))
        return call.respondError('post.missing');
      return call.context.json({ revisions });
    },
    'GET /posts/:id/revisions/:revision': async (call) => {
      const [id, revision] = [uuidParam(call), uuidParam(call, 'revision')];
      const found = id && revision && (await editor.readRevision(id, revision));
      return found ? call.context.json(found) : call.respondError('revision.missing');
    },
    'POST /posts/:id/revisions/:revision/restore': withVersion(async (call, id, version) => {
      const revision = uuidParam(call, 'revision');
      if (!revision) return call.respondError('revision.missing');
      return editorPostResponse(call, await editor.restoreRevision(id, revision, version, call.actor));
    }),
    'POST /posts/:id/preview-link': async (call) => {
      const id = uuidParam(call);
      const post = id && (await editor.previewPost(id));
      if (!post) return call.respondError('post.missing');
      if (!call.actor.mayPublish && post.author_id !== call.user.id) return call.respondError('role.forbids');
      const { path, expiresAt } = previews.create(post);
      return call.context.json({ url: publicOrigin + path, expiresAt: new Date(expiresAt).toISOString() });
    },
  };
}
