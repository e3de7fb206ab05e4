import './elements.js'
import { liveForms } from './forms.js'
import { onTaps } from './taps.js'

liveForms()
onTaps()
