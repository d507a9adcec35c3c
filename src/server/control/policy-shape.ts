import * as z from 'zod';

/** Terms of the merchant agreement, any of them. Options of the server and `PATCH /_control/policy` take the same. */
export const policyShape = z.strictObject({
  attemptsPerDueDate: z.optional(z.int().min(1).max(100)),
  attemptGapHours: z.optional(z.number().gt(0).max(24)),
  dueHour: z.optional(z.number().min(0).lt(24)),
  partialCollection: z.optional(z.boolean()),
  microDepositHours: z.optional(z.number().gt(0).max(8_760)),
  readinessMinutes: z.optional(z.number().min(0).max(525_600)),
  dailyLock: z.optional(z.boolean()),
  mandateIds: z.optional(z.enum(['client', 'service'])),
  signatures: z.optional(z.enum(['matched', 'mismatched', 'manual'])),
  amountUnit: z.optional(z.enum(['naira', 'kobo'])),
  unprovedStatements: z.optional(z.enum(['accept', 'refuse'])),
  pdfUploadEvent: z.optional(z.boolean()),
  webhook: z.optional(
    z.strictObject({
      attempts: z.optional(z.int().min(1).max(100)).describe('How often a webhook is tried.'),
      backoff: z
        .optional(z.number().min(0).max(86_400))
        .describe('Seconds before the second try, doubling after that.'),
    }),
  ),
});
