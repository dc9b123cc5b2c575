import type { FakeUser } from './authors.ts';
import type { Clip, ImageFiles } from './media-files.ts';

export type Content =
  | { kind: 'none' }
  | {
      kind: 'photo';
      image: ImageFiles;
      alt?: string;
      /** Adds upscaled square crops that are larger than the photo. */
      largeCrops?: true;
    }
  | { kind: 'video'; clip: Clip }
  | { kind: 'carousel'; items: (ImageFiles | Clip)[] }
  | { kind: 'gif'; firstParty: boolean }
  | { kind: 'voice' }
  /** What a repost has instead of media. */
  | { kind: 'placeholders' };

export interface LinkPreview {
  url: string;
  title: string;
  host: string;
}

export interface PostPlan {
  code: string;
  author: FakeUser;
  text: string | null;
  content: Content;
  replyTo?: FakeUser;
  link?: LinkPreview;
  linked?: PostPlan;
  attached?: PostPlan;
  reposted?: PostPlan;
  quoted?: PostPlan;
  /** Overrides the id that the code encodes. */
  pk?: string;
  /** Deleted: only an entry without an author is left. */
  tombstone?: true;
}
