import { eq } from 'drizzle-orm';
import { pictureLimits } from '#blog/contract.ts';
import { mediaFile } from '#database/schema.ts';
import type { ImportTools } from './import-content.ts';

export interface PictureIntake {
  /** The address here of a picture of the archive; null where it can't be had. */
  addressOf(id: string): Promise<string | null>;
  /** A text whose pictures are those of the archive, with theirs here. */
  placed(html: string): Promise<string>;
  missing(): number;
}

/** Of one text; others stay where they are. */
const picturesMax = 10_000;
const address = /\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/\d{1,5}\.webp/g;

/** Pictures of an archive are strangers' bytes: one that this blog does not have is decoded and encoded anew. */
export function createPictureIntake(
  { database, writer }: Pick<ImportTools, 'database' | 'writer'>,
  read: (id: string, maxBytes: number) => Promise<Uint8Array | null>,
): PictureIntake {
  const known = new Map<string, Promise<string | null>>();
  let missing = 0;

  async function takeIn(id: string): Promise<string | null> {
    const [own] = await database.query
      .select({ width: mediaFile.width })
      .from(mediaFile)
      .where(eq(mediaFile.id, id));
    if (own) return `/files/${id}/${own.width}.webp`;
    const bytes = await read(id, pictureLimits.bytes);
    const stored = bytes && (await writer.storePicture(bytes));
    if (stored?.ok) return stored.value.src;
    missing += 1;
    return null;
  }

  function addressOf(id: string): Promise<string | null> {
    const asked = known.get(id) ?? takeIn(id);
    known.set(id, asked);
    return asked;
  }

  return {
    addressOf,
    async placed(html) {
      const ids = new Set<string>();
      for (const [, id = ''] of html.matchAll(address)) if (ids.size < picturesMax) ids.add(id);
      const addresses = new Map<string, string>();
      for (const id of ids) {
        const own = await addressOf(id);
        if (own) addresses.set(id, own);
      }
      return html.replace(address, (whole, id: string) => addresses.get(id) ?? whole);
    },
    missing: () => missing,
  };
}
