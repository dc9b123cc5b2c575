import { answerDocument, type DeskHandlers, type DeskServices, idOf } from './desk-call.ts';
import { withVersion } from './desk-posts.ts';

type RevisionCall =
  | 'GET /posts/:id/revisions'
  | 'GET /posts/:id/revisions/:revision'
  | 'POST /posts/:id/revisions/:revision/restore'
  | 'POST /posts/:id/preview-link';

export function handleRevisions(
  { desk, previews }: DeskServices,
  publicOrigin: string,
): DeskHandlers<RevisionCall> {
  return {
    'GET /posts/:id/revisions': async (call) => {
      const id = idOf(call);
      const revisions = id && (await desk.listRevisions(id));
      // Every post has one, but for those that were never opened here.
      if (!id || (revisions?.length === 0 && !(await desk.openPost(id)))) return call.refuse('post.missing');
      return call.context.json({ revisions });
    },
    'GET /posts/:id/revisions/:revision': async (call) => {
      const [id, revision] = [idOf(call), idOf(call, 'revision')];
      const found = id && revision && (await desk.openRevision(id, revision));
      return found ? call.context.json(found) : call.refuse('revision.missing');
    },
    'POST /posts/:id/revisions/:revision/restore': withVersion(async (call, id, version) => {
      const revision = idOf(call, 'revision');
      if (!revision) return call.refuse('revision.missing');
      return answerDocument(call, await desk.restoreRevision(id, revision, version, call.writer));
    }),
    'POST /posts/:id/preview-link': async (call) => {
      const id = idOf(call);
      const post = id && (await desk.previewPost(id));
      if (!post) return call.refuse('post.missing');
      if (!call.writer.mayPublish && post.author_id !== call.user.id) return call.refuse('role.forbids');
      const { path, expiresAt } = previews.linkTo(post);
      return call.context.json({ url: publicOrigin + path, expiresAt: new Date(expiresAt).toISOString() });
    },
  };
}
