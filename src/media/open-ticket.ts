import { z } from 'zod';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Sealer } from '#platform/sealed-token.ts';
import type { JudgeMediaAddress } from './allowed-media-host.ts';
import { conversions, type MediaError, resumeGraceMs, type Ticket } from './contract.ts';
import type { EntityTagger } from './entity-tag.ts';
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

/** A ticket that opens. */
export interface OpenedTicket extends Ticket {
  /** It, or its pass, is over: good for the rest of the file that the validator names, and for nothing else. */
  onlyRest?: true;
}

/**
 * `address` is what follows `/media/`. `forBytes`: to give the file; what it is called and how long it is may be known
 * without a pass. `validator`: that of `readResume`, where the request asks for the rest of a file.
 */
export type OpenTicket = (
  address: string,
  forBytes?: boolean,
  validator?: string | null,
) => Result<OpenedTicket, MediaError>;

/** Whether a pass opens the files of a post; `graceMs` after its end still. */
export type AdmitPass = (pass: string | null, postUrl: string, graceMs?: number) => boolean;

/** Seal, shape, expiry and host are all judged on every use: the allow list may be shorter than when it was sealed. */
export function createTicketOpener(options: {
  sealer: Sealer;
  judge: JudgeMediaAddress;
  tagger: Pick<EntityTagger, 'isOf'>;
  now: () => number;
  /** null: no pass is asked for, nor known. */
  admits: AdmitPass | null;
}): OpenTicket {
  const { admits } = options;
  return (address, forBytes = true, validator = null) => {
    const parts = readAddress(address);
    if (!parts || (parts.pass !== null && !admits)) return fail({ code: 'ticket.invalid' });
    const { token, pass, as, name } = parts;
    const opened = options.sealer.open(token);
    if (!opened.ok) return fail({ code: 'ticket.invalid' });
    const shaped = ticketShape.safeParse(opened.value);
    if (!shaped.success) return fail({ code: 'ticket.invalid', cause: shaped.error });
    const { url, expiresAt, item } = shaped.data;
    const isHostAllowed = options.judge(url) !== null;
    // Only who was given this very file by us knows the beginning of its validator; its length is seen when it is open.
    const isRest =
      validator !== null &&
      as === null &&
      item.part === 'file' &&
      isHostAllowed &&
      options.tagger.isOf(url, validator);
    const isOver = expiresAt <= options.now();
    if (isOver && !(isRest && options.now() < expiresAt + resumeGraceMs))
      return fail({ code: 'ticket.expired' });
    if (!isHostAllowed) return fail({ code: 'ticket.invalid', cause: 'host' });
    // Small stills show what there is; whatever gives the file itself, in the page too, is proved for.
    const isLocked = admits !== null && forBytes && item.part === 'file' && !admits(pass, item.postUrl);
    if (isLocked && !(isRest && admits(pass, item.postUrl, resumeGraceMs)))
      return fail({ code: 'ticket.locked' });
    if (as !== null && !shaped.data.conversions?.includes(as))
      return fail({ code: 'conversion.unavailable' });
    return ok({
      ...shaped.data,
      ...(name !== null && { name }),
      ...((isOver || isLocked) && { onlyRest: true }),
    });
  };
}
