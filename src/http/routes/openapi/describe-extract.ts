import { resolver } from 'hono-openapi';
import { z } from 'zod';
import { downloadResponseSchema, extractRequestSchema, extractResponseSchema } from '../extract-schema.ts';
import { describeApiRoute, errorResponseSpec, jsonResponseSpec } from './describe-route.ts';

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
