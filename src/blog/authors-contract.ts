import { z } from 'zod';
import { nameSchema } from '#accounts/contract.ts';
import type { Result } from '#platform/result.ts';
import { localeSchema, type StoredImage } from './contract.ts';
import type { EditError } from './editing-contract.ts';

export const bioLengthLimit = 300;

export const authorProfileSchema = z.strictObject({
  name: nameSchema,
  /** Plain text. */
  bios: z.partialRecord(localeSchema, z.string().trim().max(bioLengthLimit)),
  is_public: z.boolean(),
});
export type AuthorProfileInput = z.output<typeof authorProfileSchema>;

export interface AuthorProfile extends AuthorProfileInput {
  id: string;
  /** null until the profile is saved. */
  slug: string | null;
  image: StoredImage | null;
}

export interface AuthorOption {
  id: string;
  name: string;
  is_public: boolean;
  has_account: boolean;
}

/** For the team. An author is a user with a profile, or an imported name without an account. */
export interface Authors {
  /** All users, with or without a profile, and all authors without an account. By name. */
  listAuthors(): Promise<AuthorOption[]>;
  /** The profile of a user starts with the name of the account. null if there is no such user or author. */
  readProfile(id: string): Promise<AuthorProfile | null>;
  saveProfile(id: string, input: AuthorProfileInput): Promise<Result<null, EditError>>;
  /** Null removes the image. */
  saveImage(id: string, bytes: Uint8Array | null): Promise<Result<null, EditError>>;
  /** For all languages of the post, which keep their versions. */
  changeAuthor(postId: string, authorId: string): Promise<Result<null, EditError>>;
}
