import { z } from 'zod';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Sealer } from '#platform/sealed-token.ts';
import type { JudgeMediaAddress } from './allowed-media-host.ts';
import type { MediaError, Ticket } from './contract.ts';

const ticketShape = z.strictObject({
  url: z.string(),
  name: z.string(),
  format: z.string(),
  purpose: z.enum(['attachment', 'inline']),
  expiresAt: z.number(),
  item: z.strictObject({
    postUrl: z.string(),
    itemId: z.string(),
    format: z.string(),
    part: z.enum(['file', 'thumbnail']),
  }),
}) satisfies z.ZodType<Ticket>;

export type OpenTicket = (token: string) => Result<Ticket, MediaError>;

/** Seal, shape, expiry and host are all judged on every use: the allow list may be shorter than when it was sealed. */
export function createTicketOpener(options: {
  sealer: Sealer;
  judge: JudgeMediaAddress;
  now: () => number;
}): OpenTicket {
  return (token) => {
    const opened = options.sealer.open(token);
    if (!opened.ok) return fail({ code: 'ticket.invalid' });
    const shaped = ticketShape.safeParse(opened.value);
    if (!shaped.success) return fail({ code: 'ticket.invalid', cause: shaped.error });
    if (shaped.data.expiresAt <= options.now()) return fail({ code: 'ticket.expired' });
    if (!options.judge(shaped.data.url)) return fail({ code: 'ticket.invalid', cause: 'host' });
    return ok(shaped.data);
  };
}
