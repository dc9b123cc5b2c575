import type { Clip, Picture } from './media-files.ts';
import type { Person } from './people.ts';

export type Content =
  | { kind: 'none' }
  | {
      kind: 'photo';
      picture: Picture;
      alt?: string /** Upscaled square crops, larger than the photo. */;
      largeCrops?: true;
    }
  | { kind: 'video'; clip: Clip }
  | { kind: 'carousel'; items: (Picture | Clip)[] }
  | { kind: 'gif'; firstParty: boolean }
  | { kind: 'voice' }
  /** What a pure repost carries instead of media. */
  | { kind: 'placeholders' };

export interface LinkPreview {
  url: string;
  title: string;
  host: string;
}

/** A post as we describe it; the builders turn it into the shapes of Threads. */
export interface PostPlan {
  code: string;
  author: Person;
  text: string | null;
  content: Content;
  replyTo?: Person;
  link?: LinkPreview;
  linked?: PostPlan;
  attached?: PostPlan;
  reposted?: PostPlan;
  quoted?: PostPlan;
  /** Where two objects claim one code, theirs differ. */
  pk?: string;
  /** Taken away: only its place is left, without a name. */
  tombstone?: true;
}
