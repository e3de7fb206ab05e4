import type { Guide } from './guide.ts'
import { assistants } from './guides/assistants.ts'
import { authentication } from './guides/authentication.ts'
import { errors } from './guides/errors.ts'
import { idempotency } from './guides/idempotency.ts'
import { limitsGuide } from './guides/limits.ts'
import { pagination } from './guides/pagination.ts'
import { quickStart } from './guides/quick-start.ts'
import { versioning } from './guides/versioning.ts'
import { webhooks } from './guides/webhooks.ts'

/** The guides, in the order in which they are read. */
export const guides: Guide[] = [
  quickStart,
  authentication,
  errors,
  limitsGuide,
  pagination,
  idempotency,
  webhooks,
  assistants,
  versioning,
]
