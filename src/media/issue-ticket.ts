import type { Sealer } from '#platform/sealed-token.ts';
import type { ValidateMediaUrl } from './allowed-media-host.ts';
import { mediaPath, type Ticket, ticketLifetimeMs } from './contract.ts';

export type TicketRequest = Omit<Ticket, 'expiresAt'>;
/** Returns the media URL, or null if the CDN URL is not allowed or too long. */
export type IssueTicket = (request: TicketRequest) => string | null;

// CDN URLs have 400 to 1,100 characters. With these limits the token stays below its maximum length.
const maxUrlLength = 2_000;
const maxItemIdLength = 128;
const maxPostUrlLength = 300;

export function createTicketIssuer(options: {
  sealer: Sealer;
  validateUrl: ValidateMediaUrl;
  now: () => number;
}): IssueTicket {
  return ({ url, name, format, purpose, item, conversions }) => {
    const target = options.validateUrl(url);
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
