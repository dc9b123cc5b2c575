CREATE TABLE "translation_assessment" (
  "hash" text NOT NULL,
  "from_locale" text NOT NULL,
  "locale" text NOT NULL,
  "text_digest" text NOT NULL,
  "score" integer,
  "doubts" jsonb NOT NULL DEFAULT '[]',
  "proposal" text,
  "model" text,
  "accepted_at" timestamptz(3),
  "updated_at" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("hash", "from_locale", "locale", "text_digest"),
  CONSTRAINT "translation_assessment_locale" CHECK (locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')),
  CONSTRAINT "translation_assessment_score" CHECK (score between 0 and 100)
);
