import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Post } from '#blog/contract.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { createSealer } from '#platform/sealed-token.ts';
import type { Desk } from './contract.ts';

/** How long a link to a preview works. */
const previewLifetimeMs = 7 * 24 * 3_600_000;

/** `missing`: no link of ours, or its post is gone; `changed`: it was made for another text. */
export type PreviewErrorCode = 'preview.missing' | 'preview.expired' | 'preview.changed';

export interface SharedPreview {
  post: Post;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Links that show a post to somebody who has no account, as it stands when the link is made. */
export interface PreviewLinks {
  /** `expiresAt`: milliseconds since 1970. */
  linkTo(post: Post): { path: string; expiresAt: number };
  open(token: string): Promise<Result<SharedPreview, PreviewErrorCode>>;
}

const sealedSchema = z.tuple([z.uuid(), z.string(), z.int()]);

export function createPreviewLinks(options: {
  secret: string | Buffer;
  previewPost: Desk['previewPost'];
  now(): number;
}): PreviewLinks {
  const sealer = createSealer(options.secret, 'preview');
  return {
    linkTo(post) {
      const expiresAt = options.now() + previewLifetimeMs;
      const sealed: z.input<typeof sealedSchema> = [post.id, digestOf(post), expiresAt];
      return { path: `/preview/${sealer.seal(sealed)}`, expiresAt };
    },
    async open(token) {
      const opened = sealer.open(token);
      if (!opened.ok) return fail('preview.missing');
      const [id, digest, expiresAt] = sealedSchema.parse(opened.value);
      if (options.now() >= expiresAt) return fail('preview.expired');
      const post = await options.previewPost(id);
      if (!post) return fail('preview.missing');
      return digestOf(post) === digest ? ok({ post, expiresAt }) : fail('preview.changed');
    },
  };
}

/** Of what a reader of the preview sees of the text; who reads it is not to see more than was meant. */
function digestOf({
  title,
  seo_title,
  excerpt,
  content,
  featured_image_url,
  featured_image_alt,
}: Post): string {
  const seen = JSON.stringify([title, seo_title, excerpt, content, featured_image_url, featured_image_alt]);
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22);
}
