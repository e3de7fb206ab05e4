import { liveForms } from './forms.js'

liveForms()
