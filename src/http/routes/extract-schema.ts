import { resolver } from 'hono-openapi';
import { z } from 'zod';
import type { DownloadResponse, ExtractResponse } from '#extraction/contract.ts';
import { conversionErrorCodes, conversions, mediaErrorCodes } from '#media/contract.ts';
import {
  extractionErrorCodes,
  mediaTypes,
  sourceKinds,
  textStyles,
  threadGapReasons,
  withheldParts,
} from '#threads/contract.ts';
import { describeApiRoute, errorResponseSpec, jsonResponseSpec } from './openapi/describe-route.ts';

export const extractRequestSchema = z.union([
  z.strictObject({
    url: z.string(),
    thread: z
      .boolean()
      .exactOptional()
      .describe('`true` returns the media of all posts in the author’s own thread, each with its post.'),
  }),
  z.strictObject({ downloadUrl: z.string(), filename: z.string().max(300) }),
]);

const containingPost = z.strictObject({
  code: z.string(),
  url: z.string(),
  place: z.int().describe('Position in the thread, starting at 1.'),
  of: z.int(),
});

const formatting = z
  .array(
    z.strictObject({
      start: z.int(),
      end: z.int().describe('The position behind the part.'),
      styles: z
        .array(z.enum(textStyles))
        .describe(
          '`spoiler`: the author hides this part until a reader taps it. `sticker`: a sign in place of a small image.',
        ),
      link: z
        .string()
        .exactOptional()
        .describe('Where this part leads, without the redirectors of Threads. For a mention, the profile.'),
    }),
  )
  .exactOptional()
  .describe(
    'Parts of `text` with a format or a link, in order and without overlaps. Positions count UTF-16 code units.',
  );

const threadState = z.union([
  z.strictObject({
    more: z
      .union([z.int(), z.literal(true)])
      .describe(
        'The number of other posts with media in the author’s own thread. `true` if there are posts that the page does not show.',
      ),
  }),
  z.strictObject({
    posts: z.array(
      z.strictObject({
        code: z.string(),
        url: z.string(),
        text: z.string(),
        formatting,
        publishedAt: z.string(),
      }),
    ),
    gaps: z
      .array(
        z.strictObject({
          after: z.int().describe('The number of listed posts before the gap.'),
          count: z.union([z.int(), z.literal(true)]).describe('`true` if the number is unknown.'),
          reason: z
            .enum(threadGapReasons)
            .describe(
              '`missing`: Threads did not send the posts. `unavailable`: Threads says that they are gone.',
            ),
        }),
      )
      .exactOptional()
      .describe('Where posts of the thread are missing.'),
  }),
]);

const quality = z
  .strictObject({
    type: z.enum(mediaTypes),
    displayName: z.string().describe('Type and position: `Video 1`.'),
    format: z
      .string()
      .describe(
        'MP4, JPG, WEBP, GIF, M4A: what Threads calls the file. A HEAD request of `url` returns the type of its bytes, which the saved name has too.',
      ),
    resolution: z.string().describe('`720x1280`, or `Unknown`.'),
    quality: z.string(),
    url: z
      .string()
      .describe(
        'A URL on this site that serves the file. Valid for 15 minutes, or six hours to resume an interrupted download.',
      ),
    itemId: z.string().describe('The same for all files of one image or video.'),
    index: z.int().describe('Position in the post, starting at 1.'),
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
        .describe(
          'Only with `thread`: the post in the thread that contains the file. `kind` is relative to this post.',
        ),
    }),
    isSpoiler: z.literal(true).exactOptional().describe('The author hides this item until a reader taps it.'),
    conversions: z
      .array(z.enum(conversions))
      .exactOptional()
      .describe(
        'Formats this server can convert the file to. Add `?as=` to `url` (`&as=` if `url` already contains `?`). A conversion counts as several downloads.',
      ),
  })
  .meta({ id: 'Quality' });

const threadsPost = z
  .strictObject({
    code: z.string(),
    url: z.string(),
    author: z.strictObject({ username: z.string(), name: z.string() }),
    text: z.string().describe('The caption, and after a blank line the long text that is attached to it.'),
    formatting,
    publishedAt: z.string(),
    linksTo: z.string().exactOptional().describe('Another site that the post links to.'),
    incomplete: z.literal(true).exactOptional().describe('The post may contain more than could be read.'),
    withheld: z
      .array(z.enum(withheldParts))
      .exactOptional()
      .describe(
        'What Threads shows only on its own site: a long text that is attached to the post, or a GIF.',
      ),
    thread: threadState
      .exactOptional()
      .describe(
        'Without `thread` in the request: whether the thread has more posts. With `thread`: the posts in the thread, oldest first.',
      ),
  })
  .meta({ id: 'ThreadsPost' });

const sentence = z.string().describe('For users. A message in the language that Accept-Language prefers.');

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
      .describe('An ALTCHA version 2 challenge.'),
    words: z.strictObject({ busy: z.string(), failed: z.string(), again: z.string(), scripts: z.string() }),
  })
  .meta({ id: 'ProofOfWorkChallenge' });

export const extractResponseSchema: z.ZodType<ExtractResponse> = z
  .strictObject({
    success: z.boolean(),
    qualities: z.array(quality),
    post: threadsPost.exactOptional(),
    zipUrl: z
      .string()
      .exactOptional()
      .describe(
        'If the post has several items: a URL on this site that serves the best file of each item as one ZIP, with `post.json`, `post.txt`, `post.md` and `post.html`. Valid for 15 minutes. `?items=1,3` selects items by `index`, and `?name=` sets a template for the file names; use `&` if the URL already contains `?`. The length of the ZIP is known, and the download can be resumed.',
      ),
    code: z.enum(extractionErrorCodes).exactOptional(),
    error: sentence.exactOptional(),
    retryAfter: z.number().exactOptional().describe('Seconds'),
    proof: proofOfWorkChallenge
      .exactOptional()
      .describe('Only if this site requires a proof of work from browsers before it serves files.'),
  })
  .meta({ id: 'ExtractResponse' });

export const downloadResponseSchema: z.ZodType<DownloadResponse> = z
  .strictObject({
    success: z.boolean(),
    data: z.string().exactOptional().describe('Base64'),
    code: z.enum([...mediaErrorCodes, 'ticket.locked', ...conversionErrorCodes]).exactOptional(),
    error: sentence.exactOptional(),
  })
  .meta({ id: 'DownloadResponse' });

export const describeExtractRoute = describeApiRoute({
  summary: 'Find the media in a Threads post, or read one of its files',
  description:
    '`url` is any text that contains the link to a post. The response lists the files in the post, or with `thread` ' +
    'the files in all posts of the author’s own thread. To read one file, send its `url` from that list as ' +
    '`downloadUrl`. The response then contains the file, up to 32 MB; request larger files from `url` itself. ' +
    'Expected failures return 200 with `success: false` and a `code`.',
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
    400: errorResponseSpec('The body has neither `url` nor `downloadUrl`, or other invalid fields.'),
    401: errorResponseSpec('The API key is invalid, revoked or expired.'),
    413: errorResponseSpec('The body is longer than 4 KB.'),
  },
});
