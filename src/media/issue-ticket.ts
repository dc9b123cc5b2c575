import type { Sealer } from '#platform/sealed-token.ts';
import type { JudgeMediaAddress } from './allowed-media-host.ts';
import { mediaPath, type Ticket, ticketLifetimeMs } from './contract.ts';

/** What is known of the file before it has a ticket. */
export type TicketRequest = Omit<Ticket, 'expiresAt'>;
/** Our own address of the file, or null where its CDN address is none we would fetch. */
export type IssueTicket = (request: TicketRequest) => string | null;

// A CDN address is 400 to 1,100 characters long; with these the token stays under its limit whatever they hold.
const maxUrlLength = 2_000;
const maxItemIdLength = 128;
const maxPostUrlLength = 300;

export function createTicketIssuer(options: {
  sealer: Sealer;
  judge: JudgeMediaAddress;
  now: () => number;
}): IssueTicket {
  return ({ url, name, format, purpose, item, conversions }) => {
    const target = options.judge(url);
    const isBounded =
      url.length <= maxUrlLength &&
      item.itemId.length <= maxItemIdLength &&
      item.postUrl.length <= maxPostUrlLength;
    if (!target || !isBounded || target.url.href.length > maxUrlLength) return null;
    const expiresAt = options.now() + ticketLifetimeMs;
    const ticket: Ticket = {
      url,
      name,
      format,
      purpose,
      item,
      expiresAt,
      ...(conversions && { conversions }),
    };
    return `${mediaPath}${options.sealer.seal(ticket)}`;
  };
}
