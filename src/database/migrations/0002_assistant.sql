CREATE TABLE "model_day" (
  "day" date PRIMARY KEY,
  "tokens" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_call" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "day" date NOT NULL,
  "kind" text NOT NULL,
  "model" text NOT NULL,
  "tokens_in" integer,
  "tokens_out" integer,
  "milliseconds" integer NOT NULL,
  "outcome" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "model_call_day" ON "model_call" ("day");
