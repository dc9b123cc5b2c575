import { z } from 'zod';
import type { Result } from '#platform/result.ts';
import { localeSchema } from './contract.ts';
import type { EditError } from './editing-contract.ts';
import { categoryTextColumns, categoryTextLengthMax, mapNames } from './texts-contract.ts';

const localizedSchema = (max: number) =>
  z
    .partialRecord(localeSchema, z.string().trim().max(max))
    .refine((texts) => Object.keys(texts).length <= 10);

export const categoryInputSchema = z.strictObject({
  names: localizedSchema(80).refine((names) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(names.en ?? '')),
  ...mapNames(categoryTextColumns, () => localizedSchema(categoryTextLengthMax).default({})),
  slug: z.string().trim().max(100).default(''),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
});
export type CategoryInput = z.output<typeof categoryInputSchema>;
export const tagInputSchema = categoryInputSchema.pick({ names: true, slug: true });
export type TagInput = z.output<typeof tagInputSchema>;

export interface AdminCategory extends CategoryInput {
  id: string;
  articles: number;
}
export interface AdminTag extends TagInput {
  id: string;
  articles: number;
}

export interface Taxonomy {
  listCategories(): Promise<AdminCategory[]>;
  createCategory(input: CategoryInput): Promise<Result<AdminCategory, EditError>>;
  changeCategory(id: string, input: CategoryInput): Promise<Result<AdminCategory, EditError>>;
  /** Its articles stay, without a category. */
  removeCategory(id: string): Promise<Result<null, EditError>>;
  listTags(): Promise<AdminTag[]>;
  createTag(input: TagInput): Promise<Result<AdminTag, EditError>>;
  changeTag(id: string, input: TagInput): Promise<Result<AdminTag, EditError>>;
  removeTag(id: string): Promise<Result<null, EditError>>;
}
