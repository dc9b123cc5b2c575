import type { AltTextRequest, AltTextResponse, TitleRequest, TitlesResponse } from '#ai/text-contract.ts';
import type { StoredClip } from '#blog/clip-contract.ts';
import type { PostList, StoredImage } from '#blog/contract.ts';
import type {
  AdminPostQuery,
  AdminPostSummary,
  EditorPost,
  PostStatus,
  Revision,
  RevisionSummary,
  SavePostRequest,
} from '#blog/editing-contract.ts';
import type { LinkTarget } from '#blog/find-link-targets.ts';
import type { ListedImage } from '#blog/images.ts';
import type { AdminCategory, AdminTag, CategoryInput, TagInput } from '#blog/taxonomy-contract.ts';
import type { EmbeddedThreadsPost } from '#content/block-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import type { Result } from '#platform/result.ts';
import type {
  ReviewState,
  RunEstimate,
  RunRequest,
  RunState,
  StoredStyleGuide,
  StyleGuide,
} from '#translation/contract.ts';
import type { BlockEdit, SideBySide, TranslatedBlocks } from '#translation/side-by-side-contract.ts';
import { parseJsonOrNull } from '../browser/parse-json.ts';

/**
 * `error` is a message in the user's language, empty for `answer.unreadable`: the response came from
 * something else, such as a proxy. After `offline`, it's unknown whether the server processed the call.
 */
export type AdminApiError =
  | { code: string; error: string; status: number; current?: EditorPost; block?: string }
  | { code: 'offline'; error?: undefined; status?: undefined; current?: undefined; block?: undefined };

export type AdminApiResult<T> = Promise<Result<T, AdminApiError>>;

export interface CallOptions {
  method?: 'POST' | 'PUT' | 'DELETE';
  /** Sent as `If-Match`. */
  version?: number;
  /** Sent as JSON, except for a Blob. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** Of a set-up link, in place of a session. */
  token?: string;
}

export interface TaxonApi<Input, Stored> {
  create(input: Input): AdminApiResult<Stored>;
  update(id: string, input: Input): AdminApiResult<Stored>;
  delete(id: string): AdminApiResult<{ success: true }>;
}

type PostVersion = Pick<AdminPostSummary, 'id' | 'version'>;

export type BulkChange =
  | { action: 'publish' | 'archive' | 'delete' }
  | { action: 'add_tag' | 'remove_tag'; tag_id: string }
  | { action: 'translate'; choice: RunRequest['choice'] };

export type BulkResult =
  | { id: string; success: true; changed: boolean }
  | { id: string; success: false; code: string; error: string };

export type AdminApi = ReturnType<typeof createAdminApi>;

/** A call below `/api/admin`. */
export function callAdminApi<T>(
  path: string,
  { origin = '', ...options }: CallOptions & { origin?: string } = {},
): AdminApiResult<T> {
  return callApi(`${origin}/api/admin${path}`, options);
}

/** An aborted call rejects, like `fetch`. */
export async function callApi<T>(url: string, options: CallOptions): AdminApiResult<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, toRequestInit(options));
    text = await response.text();
  } catch (error) {
    // `fetch` throws TypeError if there is no response, and `text` if the body is truncated.
    if (error instanceof TypeError) return { ok: false, error: { code: 'offline' } };
    throw error;
  }
  const body = readObject(text);
  return response.ok && body !== null
    ? { ok: true, value: body as T }
    : { ok: false, error: toApiError(response.status, body) };
}

/** `origin` is empty in a page. */
export function createAdminApi(origin: string) {
  const call = <T>(path: string, options: CallOptions = {}) => callAdminApi<T>(path, { ...options, origin });

  const createTaxonApi = <Input, Stored>(path: string): TaxonApi<Input, Stored> => ({
    create: (input) => call(path, { method: 'POST', body: input }),
    update: (id, input) => call(`${path}/${id}`, { method: 'PUT', body: input }),
    delete: (id) => call(`${path}/${id}`, { method: 'DELETE' }),
  });

  return {
    listPosts(
      query: Partial<AdminPostQuery> & Pick<AdminPostQuery, 'locale' | 'page'>,
      signal?: AbortSignal,
    ): AdminApiResult<PostList<AdminPostSummary>> {
      const parameters = new URLSearchParams({ ...query, page: String(query.page) });
      return call(`/posts?${parameters}`, { signal });
    },
    /** Each post succeeds or fails by itself. */
    changePosts: (posts: readonly PostVersion[], change: BulkChange) =>
      call<{ results: BulkResult[] }>('/posts/bulk', {
        method: 'POST',
        body: { ...change, posts: posts.map(({ id, version }) => ({ id, version })) },
      }),
    /** A retry with the same key creates no second post. */
    createPost: (save: SavePostRequest, idempotencyKey?: string) =>
      call<EditorPost>('/posts', { method: 'POST', body: save, idempotencyKey }),
    openPost: (id: string, signal?: AbortSignal) => call<EditorPost>(`/posts/${id}`, { signal }),
    savePost: (id: string, version: number, save: SavePostRequest) =>
      call<EditorPost>(`/posts/${id}`, { method: 'PUT', version, body: save }),
    setStatus: (id: string, version: number, status: PostStatus) =>
      call<EditorPost>(`/posts/${id}/status`, { method: 'POST', version, body: { status } }),
    changeAuthor: (id: string, author: string) =>
      call<{ success: true }>(`/posts/${id}/author`, { method: 'PUT', body: { author } }),
    deletePost: (id: string, version: number) =>
      call<{ success: true }>(`/posts/${id}`, { method: 'DELETE', version }),
    discardWorkingCopy: (id: string, version: number) =>
      call<EditorPost>(`/posts/${id}/working-copy`, { method: 'DELETE', version }),

    listRevisions: (id: string, signal?: AbortSignal) =>
      call<{ revisions: RevisionSummary[] }>(`/posts/${id}/revisions`, { signal }),
    openRevision: (id: string, revision: string) => call<Revision>(`/posts/${id}/revisions/${revision}`),
    restoreRevision: (id: string, revision: string, version: number) =>
      call<EditorPost>(`/posts/${id}/revisions/${revision}/restore`, { method: 'POST', version }),

    /** The languages whose translations may stay as they are: the original was only corrected since. */
    listCorrections: (id: string, signal?: AbortSignal) =>
      call<{ locales: Locale[] }>(`/posts/${id}/correction`, { signal }),
    keepTranslations: (id: string, version: number) =>
      call<EditorPost>(`/posts/${id}/correction`, { method: 'POST', version }),
    readTranslation: (id: string) => call<ReviewState>(`/posts/${id}/translation`),
    acceptSuggestion: (id: string, hash: string, version: number) =>
      call<EditorPost>(`/posts/${id}/offers/${hash}/take`, { method: 'POST', version }),
    dismissSuggestion: (id: string, hash: string) =>
      call<{ success: true }>(`/posts/${id}/offers/${hash}/keep`, { method: 'POST' }),
    approveTranslation: (id: string) =>
      call<{ success: true }>(`/posts/${id}/translation/approve`, { method: 'POST' }),
    readSideBySide: (postId: string, to: Locale) => call<SideBySide>(`/posts/${postId}/side-by-side/${to}`),
    /** `version` is 0 for a language that doesn't exist yet. */
    saveBlocks: (postId: string, to: Locale, version: number, blocks: readonly BlockEdit[]) =>
      call<SideBySide>(`/posts/${postId}/side-by-side/${to}`, { method: 'PUT', version, body: { blocks } }),
    translateBlocks: (postId: string, to: Locale, blocks: readonly string[], signal?: AbortSignal) =>
      call<TranslatedBlocks>(`/posts/${postId}/side-by-side/${to}/translate`, {
        method: 'POST',
        body: { blocks },
        signal,
      }),
    /** Whether readers see which posts a machine translated. */
    setMachineNote: (shown: boolean) =>
      call<{ shown: boolean }>('/translation/note', { method: 'PUT', body: { shown } }),
    saveStyleGuide: (locale: Locale, styleGuide: StyleGuide) =>
      call<StoredStyleGuide>(`/translation/styles/${locale}`, { method: 'PUT', body: styleGuide }),

    /** `expiresAt`: ISO 8601. */
    createPreviewLink: (id: string) =>
      call<{ url: string; expiresAt: string }>(`/posts/${id}/preview-link`, { method: 'POST' }),

    /** The running or latest run of the post's article; `run.missing` if there is none. */
    lastRun: (postId: string) => call<RunState>(`/posts/${postId}/run`),
    estimateRun: (postId: string, request: RunRequest, signal?: AbortSignal) =>
      call<RunEstimate>(`/posts/${postId}/translations/estimate`, { method: 'POST', body: request, signal }),
    /** Returns the existing run if one is in progress or the key was used before. */
    startRun: (postId: string, version: number, request: RunRequest, idempotencyKey: string) =>
      call<RunState>(`/posts/${postId}/translations`, {
        method: 'POST',
        version,
        body: request,
        idempotencyKey,
      }),
    openRun: (id: string, signal?: AbortSignal) => call<RunState>(`/runs/${id}`, { signal }),
    cancelRun: (id: string) => call<RunState>(`/runs/${id}/cancel`, { method: 'POST', body: {} }),
    /** Without a locale, retries every incomplete translation. */
    retryRun: (id: string, locale?: Locale) =>
      call<RunState>(`/runs/${id}/retry`, { method: 'POST', body: locale === undefined ? {} : { locale } }),

    findLinkTargets: (
      request: { locale: Locale; text: string; post_id: string | null },
      signal?: AbortSignal,
    ) => call<{ links: LinkTarget[] }>('/suggestions/links', { method: 'POST', body: request, signal }),
    suggestAlt: (request: AltTextRequest, signal?: AbortSignal) =>
      call<AltTextResponse>('/suggestions/alt', { method: 'POST', body: request, signal }),
    suggestTitles: (request: TitleRequest, signal?: AbortSignal) =>
      call<TitlesResponse>('/suggestions/titles', { method: 'POST', body: request, signal }),

    uploadImage: (image: Blob, signal?: AbortSignal) =>
      call<StoredImage>('/pictures', { method: 'POST', body: image, signal }),
    uploadClip: (file: Blob, signal?: AbortSignal) =>
      call<StoredClip>('/clips', { method: 'POST', body: file, signal }),
    /** The server fetches the image from the other site. */
    fetchImage: (url: string, signal?: AbortSignal) =>
      call<StoredImage>('/pictures/fetch', { method: 'POST', body: { url }, signal }),
    /** The server reads the post and stores its images. `locale` is the article's. */
    readThreadsPost: (url: string, locale: Locale, signal?: AbortSignal) =>
      call<EmbeddedThreadsPost>('/threads-posts', { method: 'POST', body: { url, locale }, signal }),
    /** Newest first. `before` is ISO 8601. */
    listImages: (before?: string) =>
      call<{ pictures: ListedImage[] }>(
        before === undefined ? '/pictures' : `/pictures?${new URLSearchParams({ before })}`,
      ),

    listCategories: () => call<{ categories: AdminCategory[] }>('/categories'),
    categories: createTaxonApi<CategoryInput, AdminCategory>('/categories'),
    listTags: () => call<{ tags: AdminTag[] }>('/tags'),
    tags: createTaxonApi<TagInput, AdminTag>('/tags'),
  };
}

export const adminApi = createAdminApi('');

function toRequestInit({ method, version, body, signal, idempotencyKey, token }: CallOptions): RequestInit {
  const headers = new Headers();
  if (version !== undefined) headers.set('if-match', `"${version}"`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const isBlob = body instanceof Blob;
  if (body !== undefined && !isBlob) headers.set('content-type', 'application/json');
  return {
    headers,
    ...(method && { method }),
    ...(signal && { signal }),
    ...(body !== undefined && { body: isBlob ? body : JSON.stringify(body) }),
  };
}

function readObject(text: string): object | null {
  const body = parseJsonOrNull(text);
  return typeof body === 'object' ? body : null;
}

function toApiError(status: number, body: object | null): AdminApiError {
  const { code, error, current, block }: Partial<Exclude<AdminApiError, { code: 'offline' }>> = body ?? {};
  if (!code) return { code: 'answer.unreadable', error: '', status };
  return { code, error: error ?? '', status, ...(current && { current }), ...(block && { block }) };
}

export function adminApiErrorMessage(t: Translator, error: AdminApiError): string {
  if (error.code === 'offline') return t('admin.error.offline');
  return error.error || t('admin.error.no_answer');
}
