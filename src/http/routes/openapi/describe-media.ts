import { z } from 'zod';
import {
  type ConversionErrorCode,
  conversions,
  type LockedErrorCode,
  type MediaErrorCode,
  mediaErrorStatus,
} from '#media/contract.ts';
import {
  describeApiRoute,
  errorResponseSchema,
  errorResponseSpec,
  jsonResponseSpec,
  retryAfterSchema,
} from './describe-route.ts';

type Code = MediaErrorCode | LockedErrorCode | ConversionErrorCode;
type Status = (typeof mediaErrorStatus)[Code];

const statusDescriptions: Record<Status, string> = {
  400: 'There is no such item, or the name template is invalid.',
  403: 'This site requires a proof of work, and the request has no valid `pass`.',
  404: 'The URL was not issued by this site, or the file cannot be converted to the requested format.',
  410: 'The URL has expired (after 15 minutes, or six hours for the rest of an interrupted download), or the file is no longer on Threads.',
  413: 'The file is too large.',
  416: 'The requested range is not in the file.',
  422: 'The file cannot be converted.',
  502: 'Threads sent something other than the file, or could not be reached.',
  503: 'Threads is not sending the file right now, or this site is too busy (`server.busy`, with `Retry-After`).',
  504: 'Threads did not respond in time.',
};

function errorResponses(isPossible: (code: Code) => boolean) {
  const codes = (Object.keys(mediaErrorStatus) as Code[]).filter(isPossible);
  const statuses = [...new Set(codes.map((code) => mediaErrorStatus[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const named = codes.filter((code) => mediaErrorStatus[code] === status).map((code) => `\`${code}\``);
      const description = `${statusDescriptions[status]} ${named.join(', ')}`;
      const spec =
        status === 503
          ? jsonResponseSpec(description, z.union([errorResponseSchema, retryAfterSchema]))
          : errorResponseSpec(description);
      return [status, spec];
    }),
  );
}

const text = { type: 'string' } as const;
const parameter = (
  location: 'query' | 'header' | 'path',
  name: string,
  description: string,
  schema: object = text,
) => ({
  in: location,
  name,
  description,
  schema,
  ...(location === 'path' && { required: true as const }),
});

const commonParameters = [
  parameter(
    'query',
    'pass',
    'The token returned for a proof of work. URLs from a call with an API key already contain one.',
  ),
  parameter(
    'header',
    'Range',
    'One range: `bytes=1000-`. With several ranges, or another unit, the whole file is sent.',
  ),
  parameter(
    'header',
    'If-Range',
    'The `ETag` of the part you already have. If the file has changed, the whole file is sent. With this header, a download can be resumed for six hours.',
  ),
];
const bytes = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));
const media = bytes(['video/*', 'image/*', 'audio/*']);
const zip = bytes(['application/zip']);
const ticketDescription =
  'The ticket from a URL in a response. Opaque. Each response has new tickets, which are valid for 15 minutes.';

export const describeFileRoute = describeApiRoute({
  summary: 'Download a file from a post',
  description:
    '`extract-threads-media` returns these URLs as `url`, `previewUrl` and `thumbnailUrl`. Use them unchanged. ' +
    'HEAD is supported. The file is relayed as Threads sends it, with a file name in `Content-Disposition`. With ' +
    '`url`, a JPG, PNG, MP4 or M4A also gets author, link, date and alt text as XMP, unless the owner of the site has ' +
    'turned that off. Images and packets stay unchanged.',
  curl: `-OJ '{origin}/media/TICKET'`,
  parameters: [
    parameter('path', 'ticket', ticketDescription),
    parameter(
      'query',
      'as',
      'Converts the file to another format on this server. Use one of the values in `conversions`.',
      {
        enum: [...conversions],
      },
    ),
    parameter('query', 'name', 'File name for the download, without the extension.'),
    ...commonParameters,
  ],
  responses: {
    200: { description: 'The file', content: media },
    206: { description: 'The requested part of the file', content: media },
    ...errorResponses((code) => !code.startsWith('archive.')),
  },
});

export const describeZipRoute = describeApiRoute({
  summary: 'Download the files from a post as one ZIP',
  description:
    '`extract-threads-media` returns this URL as `zipUrl`. The ZIP has the best file of each item, `post.json`, ' +
    '`post.txt`, `post.md` and `post.html`. The length is known from the start, and the same URL always returns the ' +
    'same bytes, so the download can be resumed. HEAD is supported.',
  curl: `-OJ '{origin}/media/zip/TICKET?items=1,3'`,
  parameters: [
    parameter('path', 'ticket', ticketDescription),
    parameter('query', 'items', 'The `index` of each item to include: `1,3`. Default: all.'),
    parameter('query', 'item', 'The same with one parameter per item: `item=1&item=3`.'),
    parameter(
      'query',
      'name',
      'Template for the file names in the ZIP, with `{user} {code} {index} {date} {text} {type}`. Default: `{user}_{code}_{index}`.',
    ),
    ...commonParameters,
  ],
  responses: {
    200: { description: 'The ZIP', content: zip },
    206: { description: 'The requested part of the ZIP', content: zip },
    ...errorResponses((code) => !code.startsWith('conversion.')),
  },
});
