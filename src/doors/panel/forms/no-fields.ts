import { Body } from '../../../core/http/schema.ts'

export const NoFields = Body({})
