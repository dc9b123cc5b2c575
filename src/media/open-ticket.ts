import { z } from 'zod';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Sealer } from '#platform/sealed-token.ts';
import type { JudgeMediaAddress } from './allowed-media-host.ts';
import { conversions, type MediaError, type Ticket } from './contract.ts';
import { readAddress } from './read-address.ts';

const ticketShape = z.strictObject({
  url: z.string(),
  name: z.string(),
  format: z.string(),
  purpose: z.enum(['attachment', 'inline']),
  conversions: z.array(z.enum(conversions)).exactOptional(),
  expiresAt: z.number(),
  item: z.strictObject({
    postUrl: z.string(),
    thread: z.literal(true).exactOptional(),
    itemId: z.string(),
    format: z.string(),
    part: z.enum(['file', 'thumbnail']),
  }),
}) satisfies z.ZodType<Ticket>;

/**
 * `address` is what follows `/media/`. `forBytes`: to give the file; what it is called and how long it is may be known
 * without a pass.
 */
export type OpenTicket = (address: string, forBytes?: boolean) => Result<Ticket, MediaError>;

/** Whether a pass opens the files of a post. */
export type AdmitPass = (pass: string | null, postUrl: string) => boolean;

/** Seal, shape, expiry and host are all judged on every use: the allow list may be shorter than when it was sealed. */
export function createTicketOpener(options: {
  sealer: Sealer;
  judge: JudgeMediaAddress;
  now: () => number;
  /** null: no pass is asked for, nor known. */
  admits: AdmitPass | null;
}): OpenTicket {
  const { admits } = options;
  return (address, forBytes = true) => {
    const parts = readAddress(address);
    if (!parts || (parts.pass !== null && !admits)) return fail({ code: 'ticket.invalid' });
    const { token, pass, as, name } = parts;
    const opened = options.sealer.open(token);
    if (!opened.ok) return fail({ code: 'ticket.invalid' });
    const shaped = ticketShape.safeParse(opened.value);
    if (!shaped.success) return fail({ code: 'ticket.invalid', cause: shaped.error });
    if (shaped.data.expiresAt <= options.now()) return fail({ code: 'ticket.expired' });
    if (!options.judge(shaped.data.url)) return fail({ code: 'ticket.invalid', cause: 'host' });
    // Small stills show what there is; whatever gives the file itself, in the page too, is proved for.
    const { part, postUrl } = shaped.data.item;
    if (admits && forBytes && part === 'file' && !admits(pass, postUrl))
      return fail({ code: 'ticket.locked' });
    if (as !== null && !shaped.data.conversions?.includes(as))
      return fail({ code: 'conversion.unavailable' });
    return ok(name === null ? shaped.data : { ...shaped.data, name });
  };
}
