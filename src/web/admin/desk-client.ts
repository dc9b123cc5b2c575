import type {
  KeptStyle,
  LanguageStyle,
  RunEstimate,
  RunRequest,
  RunState,
  TranslationNote,
} from '#assistant/contract.ts';
import type { Picture, PostList } from '#blog/contract.ts';
import type { ListedPicture } from '#blog/create-pictures.ts';
import type {
  CategoryInput,
  DeskCategory,
  DeskDocument,
  DeskPost,
  DeskQuery,
  DeskSave,
  DeskTag,
  PostStatus,
  Revision,
  RevisionSummary,
  TagInput,
} from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import { parseJson } from './parse-json.ts';

/**
 * Why a call was not done. `error`: a sentence in the reader's language; empty where the answer was none of ours, as of
 * an edge that does not reach the server (`answer.unreadable`). `offline`: no answer came, so whether it was done is
 * not known.
 */
export type DeskRefusal =
  | { code: string; error: string; status: number; current?: DeskDocument }
  | { code: 'offline'; error?: undefined; status?: undefined; current?: undefined };

export type DeskAnswer<T> = Promise<Result<T, DeskRefusal>>;

interface Call {
  method?: 'POST' | 'PUT' | 'DELETE';
  /** The version that the change is based on. */
  version?: number;
  /** Sent as JSON; a blob as it is. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
}

interface Taxon<Input, Stored> {
  create(input: Input): DeskAnswer<Stored>;
  change(id: string, input: Input): DeskAnswer<Stored>;
  remove(id: string): DeskAnswer<{ success: true }>;
}

export type DeskClient = ReturnType<typeof createDeskClient>;

/** The calls below `/api/admin`. `origin`: empty in a page. An aborted call rejects, as `fetch` does. */
export function createDeskClient(origin: string) {
  async function call<T>(path: string, options: Call = {}): DeskAnswer<T> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${origin}/api/admin${path}`, requestOf(options));
      text = await answer.text();
    } catch (error) {
      // The one way `fetch` fails without an answer, and an answer breaks off.
      if (error instanceof TypeError) return { ok: false, error: { code: 'offline' } };
      throw error;
    }
    const body = readObject(text);
    return answer.ok && body !== null
      ? { ok: true, value: body as T }
      : { ok: false, error: refusalOf(answer.status, body) };
  }

  const taxon = <Input, Stored>(path: string): Taxon<Input, Stored> => ({
    create: (input) => call(path, { method: 'POST', body: input }),
    change: (id, input) => call(`${path}/${id}`, { method: 'PUT', body: input }),
    remove: (id) => call(`${path}/${id}`, { method: 'DELETE' }),
  });

  return {
    listPosts(query: DeskQuery, signal?: AbortSignal): DeskAnswer<PostList<DeskPost>> {
      const { locale, page, search, status } = query;
      const parameters = new URLSearchParams({ locale, page: String(page), search, status });
      return call(`/posts?${parameters}`, { signal });
    },
    /** Repeated with the same key, because no answer came, it makes no second post. */
    createPost: (save: DeskSave, idempotencyKey?: string): DeskAnswer<DeskDocument> =>
      call('/posts', { method: 'POST', body: save, idempotencyKey }),
    openPost: (id: string, signal?: AbortSignal): DeskAnswer<DeskDocument> =>
      call(`/posts/${id}`, { signal }),
    savePost: (id: string, version: number, save: DeskSave): DeskAnswer<DeskDocument> =>
      call(`/posts/${id}`, { method: 'PUT', version, body: save }),
    setStatus: (id: string, version: number, status: PostStatus): DeskAnswer<DeskDocument> =>
      call(`/posts/${id}/status`, { method: 'POST', version, body: { status } }),
    /** For good. */
    removePost: (id: string, version: number): DeskAnswer<{ success: true }> =>
      call(`/posts/${id}`, { method: 'DELETE', version }),
    discardWorkingCopy: (id: string, version: number): DeskAnswer<DeskDocument> =>
      call(`/posts/${id}/working-copy`, { method: 'DELETE', version }),

    listRevisions: (id: string): DeskAnswer<{ revisions: RevisionSummary[] }> =>
      call(`/posts/${id}/revisions`),
    openRevision: (id: string, revision: string): DeskAnswer<Revision> =>
      call(`/posts/${id}/revisions/${revision}`),
    restoreRevision: (id: string, revision: string, version: number): DeskAnswer<DeskDocument> =>
      call(`/posts/${id}/revisions/${revision}/restore`, { method: 'POST', version }),

    readTranslation: (id: string): DeskAnswer<TranslationNote> => call(`/posts/${id}/translation`),
    /** Into the text, as if it had been typed. */
    takeOffer: (id: string, hash: string, version: number): DeskAnswer<DeskDocument> =>
      call(`/posts/${id}/offers/${hash}/take`, { method: 'POST', version }),
    keepOwn: (id: string, hash: string): DeskAnswer<{ success: true }> =>
      call(`/posts/${id}/offers/${hash}/keep`, { method: 'POST' }),
    approveTranslation: (id: string): DeskAnswer<{ success: true }> =>
      call(`/posts/${id}/translation/approve`, { method: 'POST' }),
    saveStyle: (locale: Locale, style: LanguageStyle): DeskAnswer<KeptStyle> =>
      call(`/translation/styles/${locale}`, { method: 'PUT', body: style }),

    /** `expiresAt`: ISO 8601. */
    makePreviewLink: (id: string): DeskAnswer<{ url: string; expiresAt: string }> =>
      call(`/posts/${id}/preview-link`, { method: 'POST' }),

    /** The live or the last run of the post's article; `run.missing` where there was none. */
    lastRun: (postId: string): DeskAnswer<RunState> => call(`/posts/${postId}/run`),
    estimateRun: (postId: string, request: RunRequest, signal?: AbortSignal): DeskAnswer<RunEstimate> =>
      call(`/posts/${postId}/translations/estimate`, { method: 'POST', body: request, signal }),
    /** From this version of the post. Where a run is live already, or the key is known, it is that run. */
    startRun: (
      postId: string,
      version: number,
      request: RunRequest,
      idempotencyKey: string,
    ): DeskAnswer<RunState> =>
      call(`/posts/${postId}/translations`, { method: 'POST', version, body: request, idempotencyKey }),
    openRun: (id: string, signal?: AbortSignal): DeskAnswer<RunState> => call(`/runs/${id}`, { signal }),
    cancelRun: (id: string): DeskAnswer<RunState> => call(`/runs/${id}/cancel`, { method: 'POST', body: {} }),
    /** Without a language: every one that has no whole translation. */
    retryRun: (id: string, locale?: Locale): DeskAnswer<RunState> =>
      call(`/runs/${id}/retry`, { method: 'POST', body: locale === undefined ? {} : { locale } }),

    storePicture: (picture: Blob, signal?: AbortSignal): DeskAnswer<Picture> =>
      call('/pictures', { method: 'POST', body: picture, signal }),
    /** Of another site: the server fetches it. */
    fetchPicture: (url: string, signal?: AbortSignal): DeskAnswer<Picture> =>
      call('/pictures/fetch', { method: 'POST', body: { url }, signal }),
    /** Newest first. `before`: ISO 8601. */
    listPictures: (before?: string): DeskAnswer<{ pictures: ListedPicture[] }> =>
      call(before === undefined ? '/pictures' : `/pictures?${new URLSearchParams({ before })}`),

    listCategories: (): DeskAnswer<{ categories: DeskCategory[] }> => call('/categories'),
    categories: taxon<CategoryInput, DeskCategory>('/categories'),
    listTags: (): DeskAnswer<{ tags: DeskTag[] }> => call('/tags'),
    tags: taxon<TagInput, DeskTag>('/tags'),
  };
}

export const deskClient = createDeskClient('');

function requestOf({ method, version, body, signal, idempotencyKey }: Call): RequestInit {
  const headers = new Headers();
  if (version !== undefined) headers.set('if-match', `"${version}"`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const isBlob = body instanceof Blob;
  if (body !== undefined && !isBlob) headers.set('content-type', 'application/json');
  return {
    headers,
    ...(method && { method }),
    ...(signal && { signal }),
    ...(body !== undefined && { body: isBlob ? body : JSON.stringify(body) }),
  };
}

/** null where it is none. */
function readObject(text: string): object | null {
  const body = parseJson(text);
  return typeof body === 'object' ? body : null;
}

function refusalOf(status: number, body: object | null): DeskRefusal {
  const { code, error, current }: { code?: string; error?: string; current?: DeskDocument } = body ?? {};
  if (!code) return { code: 'answer.unreadable', error: '', status };
  return { code, error: error ?? '', status, ...(current && { current }) };
}
