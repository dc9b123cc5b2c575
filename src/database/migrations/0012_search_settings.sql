ALTER TABLE "post"
  ADD COLUMN "canonical_url" text,
  ADD COLUMN "noindex" boolean NOT NULL DEFAULT false,
  ADD COLUMN "publication_date" timestamp(3) with time zone;
