import type { Picture } from '#blog/contract.ts';

export type PictureSource =
  | { kind: 'file'; file: Blob }
  | { kind: 'address'; address: string }
  /** What was pasted names a picture that nobody but the other program can read. */
  | { kind: 'lost' };

/** How pictures come into our store; null: they could not. */
export interface PictureIntake {
  upload(file: Blob): Promise<Picture | null>;
  fetchPicture(address: string): Promise<Picture | null>;
}

export interface PictureJob {
  source: PictureSource;
  picture: Promise<Picture | null>;
}

/** The pictures on their way into the text, by the ids that stand in it until they are there. */
export interface PictureJobs {
  start(source: PictureSource): string;
  find(id: string): PictureJob | null;
  /** Once more, of the same source or of another. */
  restart(id: string, source: PictureSource): PictureJob;
}

export function createPictureJobs(intake: PictureIntake): PictureJobs {
  const jobs = new Map<string, PictureJob>();
  const restart = (id: string, source: PictureSource) => {
    const job = { source, picture: bring(intake, source) };
    jobs.set(id, job);
    return job;
  };
  return {
    start(source) {
      const id = crypto.randomUUID();
      restart(id, source);
      return id;
    },
    find: (id) => jobs.get(id) ?? null,
    restart,
  };
}

function bring(intake: PictureIntake, source: PictureSource): Promise<Picture | null> {
  if (source.kind === 'file') return intake.upload(source.file);
  if (source.kind === 'address') return intake.fetchPicture(source.address);
  return Promise.resolve(null);
}

/** Where a picture comes from that an address in a pasted text names. */
export function sourceOf(address: string): PictureSource {
  const file = /^data:image\//i.test(address) ? fileOf(address) : null;
  if (file) return { kind: 'file', file };
  const whole = address.startsWith('//') ? `https:${address}` : address;
  return /^https?:/i.test(whole) && URL.canParse(whole)
    ? { kind: 'address', address: whole }
    : { kind: 'lost' };
}

function fileOf(dataAddress: string): Blob | null {
  const [, type = '', data = ''] = /^data:([^;,]+)[^,]*;base64,(.*)$/is.exec(dataAddress) ?? [];
  const clean = data.replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '=').replace(/\s+/g, '');
  if (!/^[a-z0-9+/]+={0,2}$/i.test(clean) || clean.length % 4 === 1) return null;
  return new Blob([Uint8Array.from(atob(clean), (character) => character.charCodeAt(0))], { type });
}
