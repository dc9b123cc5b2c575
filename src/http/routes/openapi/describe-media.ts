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
  400: 'There is no such item, or the template of names is none.',
  403: 'This site asks for a proof of work, and there is no pass.',
  404: 'Not an address that this site gave, or there is no such form of the file.',
  410: 'The 15 minutes are over (six hours for the rest of what was begun), or Threads no longer holds the file.',
  413: 'It is too large.',
  416: 'There is no such part of it.',
  422: 'It can’t be turned into that.',
  502: 'What Threads gave is not the file, or it could not be reached.',
  503: 'Threads is not giving it right now, or this site has too much to do (`server.busy`, with `Retry-After`).',
  504: 'Threads did not answer in time.',
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
    'What a proof of work earned. Addresses from a call with a key hold theirs already.',
  ),
  parameter('header', 'Range', 'One part: `bytes=1000-`. With several, or another unit, the whole is given.'),
  parameter(
    'header',
    'If-Range',
    'The `ETag` of what is there already: where it is another by now, the whole is given. With it the rest is to be had for six hours.',
  ),
];
const bytes = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));
const media = bytes(['video/*', 'image/*', 'audio/*']);
const zip = bytes(['application/zip']);
const ticketDescription =
  'What stands here in an address of an answer. Opaque; a new one comes with each answer, and lasts 15 minutes.';

export const describeFileRoute = describeApiRoute({
  summary: 'A file of a post',
  description:
    'The addresses that `extract-threads-media` gives as `url`, `previewUrl` and `thumbnailUrl`: take them as they are. ' +
    'HEAD is answered too. The file is passed on as Threads gives it, under a name of its own (`Content-Disposition`).',
  curl: `-OJ '{origin}/media/TICKET'`,
  parameters: [
    parameter('path', 'ticket', ticketDescription),
    parameter(
      'query',
      'as',
      'The file as something else, made by this site; of those that `conversions` names.',
      {
        enum: [...conversions],
      },
    ),
    parameter('query', 'name', 'What it is to be called, without the extension.'),
    ...commonParameters,
  ],
  responses: {
    200: { description: 'The file', content: media },
    206: { description: 'The part of it that was asked for', content: media },
    ...errorResponses((code) => !code.startsWith('archive.')),
  },
});

export const describeZipRoute = describeApiRoute({
  summary: 'The files of a post as one ZIP',
  description:
    'The address that `extract-threads-media` gives as `zipUrl`: of each item the best file, with `post.json`, ' +
    '`post.txt`, `post.md` and `post.html`. Its length is known from the start, and the same address gives the same bytes, so that it can be ' +
    'resumed. HEAD is answered too.',
  curl: `-OJ '{origin}/media/zip/TICKET?items=1,3'`,
  parameters: [
    parameter('path', 'ticket', ticketDescription),
    parameter('query', 'items', 'Some of them, by `index`: `1,3`. Without it: all.'),
    parameter('query', 'item', 'The same, one at a time: `item=1&item=3`.'),
    parameter(
      'query',
      'name',
      'A template for the names in it: `{user} {code} {index} {date} {text} {type}`. Without it: `{user}_{code}_{index}`.',
    ),
    ...commonParameters,
  ],
  responses: {
    200: { description: 'The ZIP', content: zip },
    206: { description: 'The part of it that was asked for', content: zip },
    ...errorResponses((code) => !code.startsWith('conversion.')),
  },
});
