import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Post } from './contract.ts';
import type { BlogEditor } from './editing-contract.ts';

const previewLifetimeMs = 7 * 24 * 3_600_000;

/** `missing`: invalid link or deleted post; `changed`: the text has changed since the link was created. */
export type PreviewErrorCode = 'preview.missing' | 'preview.expired' | 'preview.changed';

export interface SharedPreview {
  post: Post;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface PreviewLinks {
  create(post: Post): { path: string; expiresAt: number };
  open(token: string): Promise<Result<SharedPreview, PreviewErrorCode>>;
}

const sealedSchema = z.tuple([z.uuid(), z.string(), z.int()]);

export function createPreviewLinks(options: {
  secret: string | Buffer;
  previewPost: BlogEditor['previewPost'];
  now(): number;
}): PreviewLinks {
  const sealer = createSealer(options.secret, 'preview');
  return {
    create(post) {
      const expiresAt = options.now() + previewLifetimeMs;
      const sealed: z.input<typeof sealedSchema> = [post.id, previewDigest(post), expiresAt];
      return { path: `/preview/${sealer.seal(sealed)}`, expiresAt };
    },
    async open(token) {
      const opened = sealer.open(token);
      if (!opened.ok) return fail('preview.missing');
      const [id, digest, expiresAt] = sealedSchema.parse(opened.value);
      if (options.now() >= expiresAt) return fail('preview.expired');
      const post = await options.previewPost(id);
      if (!post) return fail('preview.missing');
      return previewDigest(post) === digest ? ok({ post, expiresAt }) : fail('preview.changed');
    },
  };
}

/** Covers what a preview shows, so that a link doesn't expose later edits. */
function previewDigest({
  title,
  seo_title,
  excerpt,
  content,
  featured_image_url,
  featured_image_alt,
}: Post): string {
  const serialized = JSON.stringify([
    title,
    seo_title,
    excerpt,
    content,
    featured_image_url,
    featured_image_alt,
  ]);
  return createHash('sha256').update(serialized).digest('base64url').slice(0, 22);
}
