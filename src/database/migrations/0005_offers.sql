ALTER TABLE "translation_written" ADD COLUMN "review" jsonb NOT NULL DEFAULT '[]'::jsonb;
--> statement-breakpoint
ALTER TABLE "glossary" ADD COLUMN "address" text NOT NULL DEFAULT 'free';
--> statement-breakpoint
ALTER TABLE "glossary" ADD CONSTRAINT "glossary_address" CHECK (address in ('free', 'formal', 'informal'));
--> statement-breakpoint
CREATE TABLE "translation_offer" (
  "post_id" uuid NOT NULL REFERENCES "post" ("id") ON DELETE CASCADE,
  "hash" text NOT NULL,
  "block_id" text NOT NULL,
  "source" text NOT NULL,
  "kept" text NOT NULL,
  "offered" text NOT NULL,
  "html" text,
  "state" text NOT NULL DEFAULT 'open',
  "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY ("post_id", "hash"),
  CONSTRAINT "translation_offer_state" CHECK (state in ('open', 'kept', 'taken'))
);
