import { resolver } from 'hono-openapi';
import { z } from 'zod';
import type { DownloadResponse, ExtractResponse } from '#extraction/contract.ts';
import { conversionErrorCodes, conversions, mediaErrorCodes } from '#media/contract.ts';
import { extractionErrorCodes, mediaTypes, sourceKinds } from '#threads/contract.ts';
import { describeApiRoute, errorResponseSpec, jsonResponseSpec } from './openapi/describe-route.ts';

export const extractRequestSchema = z.union([
  z.strictObject({
    url: z.string(),
    thread: z
      .boolean()
      .exactOptional()
      .describe('True: the media of all posts of the author’s own thread, each with its post.'),
  }),
  z.strictObject({ downloadUrl: z.string(), filename: z.string().max(300) }),
]);

const containingPost = z.strictObject({
  code: z.string(),
  url: z.string(),
  place: z.int().describe('Place among the posts of the thread, from 1.'),
  of: z.int(),
});

const threadState = z.union([
  z.strictObject({
    more: z
      .union([z.int(), z.literal(true)])
      .describe(
        'Other posts of the author’s own thread with media; `true`: there are posts the page does not show.',
      ),
  }),
  z.strictObject({
    posts: z.array(
      z.strictObject({ code: z.string(), url: z.string(), text: z.string(), publishedAt: z.string() }),
    ),
  }),
]);

const quality = z
  .strictObject({
    type: z.enum(mediaTypes),
    displayName: z.string().describe('Kind and place: `Video 1`.'),
    format: z.string().describe('MP4, JPG, WEBP, GIF, M4A'),
    resolution: z.string().describe('`720x1280`, or `Unknown`.'),
    quality: z.string(),
    url: z
      .string()
      .describe(
        'An address of this site that gives the file, for 15 minutes. The rest of a broken download it gives for six hours.',
      ),
    itemId: z.string().describe('The same for all files of one picture or video.'),
    index: z.int().describe('Place in the post, from 1.'),
    width: z.int().nullable(),
    height: z.int().nullable(),
    bytes: z.int().nullable(),
    durationSeconds: z.number().nullable(),
    hasAudio: z.boolean().nullable(),
    alt: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    previewUrl: z.string(),
    source: z.strictObject({
      kind: z.enum(sourceKinds),
      username: z.string(),
      post: containingPost
        .exactOptional()
        .describe('With `thread` only: the post of the thread that shows it, which `kind` is relative to.'),
    }),
    conversions: z
      .array(z.enum(conversions))
      .exactOptional()
      .describe(
        'What `url` gives this file as with `?as=` (`&as=` where it has a `?` already), made by this server. Counts as several downloads.',
      ),
  })
  .meta({ id: 'Quality' });

const threadsPost = z
  .strictObject({
    code: z.string(),
    url: z.string(),
    author: z.strictObject({ username: z.string(), name: z.string() }),
    text: z.string(),
    publishedAt: z.string(),
    linksTo: z.string().exactOptional().describe('Another site that the post leads to.'),
    incomplete: z.literal(true).exactOptional().describe('There may be more in it than could be read.'),
    thread: threadState
      .exactOptional()
      .describe(
        'Without `thread` in the request: whether there is more of it. With it: its posts, oldest first.',
      ),
  })
  .meta({ id: 'ThreadsPost' });

const sentence = z.string().describe('For people: a sentence in the language that Accept-Language prefers.');

const proofOfWorkChallenge = z
  .strictObject({
    question: z
      .strictObject({
        parameters: z.strictObject({
          algorithm: z.string(),
          cost: z.int(),
          expiresAt: z.int(),
          keyLength: z.int(),
          keyPrefix: z.string(),
          keySignature: z.string(),
          nonce: z.string(),
          salt: z.string(),
          data: z.strictObject({ post: z.string() }),
        }),
        signature: z.string(),
      })
      .describe('A challenge of altcha, version 2.'),
    words: z.strictObject({ busy: z.string(), failed: z.string(), again: z.string(), scripts: z.string() }),
  })
  .meta({ id: 'ProofOffer' });

export const extractResponseSchema: z.ZodType<ExtractResponse> = z
  .strictObject({
    success: z.boolean(),
    qualities: z.array(quality),
    post: threadsPost.exactOptional(),
    zipUrl: z
      .string()
      .exactOptional()
      .describe(
        'Where the post has several items: an address of this site that gives the best file of each as one ZIP, with `post.json`, `post.txt`, `post.md` and `post.html`, for 15 minutes. `?items=1,3` chooses by `index`, `?name=` takes a template for the names of its files; with `&` where the address has a `?` already. Its length is known, and it can be resumed.',
      ),
    code: z.enum(extractionErrorCodes).exactOptional(),
    error: sentence.exactOptional(),
    retryAfter: z.number().exactOptional().describe('Seconds'),
    proof: proofOfWorkChallenge
      .exactOptional()
      .describe('Only where this site asks browsers for a proof of work before it gives files.'),
  })
  .meta({ id: 'ExtractAnswer' });

export const downloadResponseSchema: z.ZodType<DownloadResponse> = z
  .strictObject({
    success: z.boolean(),
    data: z.string().exactOptional().describe('Base64'),
    code: z.enum([...mediaErrorCodes, 'ticket.locked', ...conversionErrorCodes]).exactOptional(),
    error: sentence.exactOptional(),
  })
  .meta({ id: 'DownloadAnswer' });

export const describeExtractRoute = describeApiRoute({
  summary: 'Find the media of a Threads post, or read one of its files',
  description:
    'With `url`, any text that holds the link of a post, the answer lists its files; with `thread` too, those of all ' +
    'posts of the author’s own thread around it. With a `url` of that list as ' +
    '`downloadUrl` it holds that file, up to 32 MB; larger ones are read from their own address. What can be ' +
    'expected to fail is answered with 200, `success: false` and a `code`.',
  curl:
    "'{origin}/functions/v1/extract-threads-media' -H 'content-type: application/json' " +
    `-d '{"url": "https://www.threads.com/@name/post/DAxampleCode"}'`,
  samples: [
    {
      lang: 'Shell',
      label: 'curl, with a key',
      source:
        'curl \'{origin}/functions/v1/extract-threads-media\' -H "authorization: Bearer $UNSPOOL_KEY" ' +
        "-H 'content-type: application/json' " +
        `-d '{"url": "https://www.threads.com/@name/post/DAxampleCode"}'`,
    },
    {
      lang: 'PowerShell',
      label: 'PowerShell',
      source:
        "$body = @{ url = 'https://www.threads.com/@name/post/DAxampleCode' } | ConvertTo-Json\n" +
        "Invoke-RestMethod -Method Post -Uri '{origin}/functions/v1/extract-threads-media' " +
        "-ContentType 'application/json' -Body $body",
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: resolver(extractRequestSchema) } },
  },
  responses: {
    200: jsonResponseSpec(
      'The files, or one of them',
      z.union([extractResponseSchema, downloadResponseSchema]),
    ),
    400: errorResponseSpec('The body is neither of the two.'),
    401: errorResponseSpec('A key was sent that is none of this site, or no more.'),
    413: errorResponseSpec('The body is longer than 4 KB.'),
  },
});
