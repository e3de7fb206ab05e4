import { Body } from '../../../core/http/schema.ts'

/** The body of a form that is one button. */
export const NoFields = Body({})
