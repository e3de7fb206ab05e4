import { light, shade } from '../svg.ts'

const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const dim = (d: string) => `<path d="${d}" ${shade}/>`
const lit = (d: string) => `<path d="${d}" ${light}/>`
const seam = (d: string, width = 5) =>
  `<path d="${d}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Wood on a rail, on which a garment hangs. */
const hanger = `<path d="M400 132v-26q0-22 20-22t20 20" fill="none" stroke="#8b8378" stroke-width="9"
  stroke-linecap="round"/><path d="M400 128L250 210q-12 10 2 14h296q14-4 2-14z" fill="#c79c6b"/>`

const stripes = (shape: string, colour: string, id: string) =>
  `<clipPath id="${id}"><path d="${shape}"/></clipPath><g clip-path="url(#${id})">
    ${Array.from(
      { length: 12 },
      (_, n) => `<rect x="150" y="${230 + n * 36}" width="500" height="13" fill="${colour}"/>`,
    ).join('')}</g>`

const TEE = 'M320 176q80 60 160 0l74 34 76 130-74 44-30-40 6 276q-132 24-264 0l6-276-30 40-74-44 76-130z'
export const tee = (colour: string, stripe?: string) =>
  `${path(TEE, colour)}${stripe ? stripes(TEE, stripe, 't') : ''}${seam('M274 344l-6 270M526 344l6 270')}
    ${dim('M320 176q80 60 160 0l-10-5q-70 40-140 0z')}${seam('M316 184q84 70 168 0', 7)}
    ${lit('M300 380q-14 120-8 230h30q-16-120-22-230z')}${dim('M480 400q30 120 10 224l48-8-4-230z')}`

const SHIRT = 'M330 160l70 40 70-40 84 40 70 220-76 26-22-60 6 250q-132 20-264 0l6-250-22 60-76-26 70-220z'
export const shirt = (colour: string, stripe?: string) =>
  `${path(SHIRT, colour)}${stripe ? stripes(SHIRT, stripe, 's') : ''}
    ${path('M330 160l70 40-40 60-50-84zM470 160l-70 40 40 60 50-84z', colour)}
    ${seam('M330 160l70 40-40 60-50-84M470 160l-70 40 40 60 50-84')}
    ${seam('M400 204v440M274 386l-6 240M526 386l6 240')}
    ${[280, 350, 420, 490, 560]
      .map(
        (y) =>
          `<circle cx="414" cy="${y}" r="8" fill="#fff" fill-opacity=".85"/>
    <circle cx="414" cy="${y}" r="8" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="2"/>`,
      )
      .join('')}
    ${path('M440 330h66v70q-33 20-66 0z', colour)}${seam('M440 330h66v70q-33 20-66 0z')}
    ${dim('M490 420q26 100 10 214l36-6-4-240z')}`

export const blouse = (colour: string) =>
  `${path(
    'M330 170q70 50 140 0l90 50q90 70 70 260-60 20-100-6l-20-110 40 270q-150 30-300 0l40-270-20 110q-40 26-100 6-20-190 70-260z',
    colour,
  )}${seam('M330 176q70 60 140 0', 8)}${seam('M180 470q50 18 92-4M620 470q-50 18-92-4', 9)}
    ${seam('M400 206v80M388 226h24M388 250h24')}
    ${seam('M310 320q20 160-10 300M350 300q16 180 0 340M450 300q-16 180 0 340M490 320q-20 160 10 300', 4)}
    ${lit('M200 330q20-70 70-90-40 60-40 200-20 0-44-8 0-60 14-102z')}`

export const dress = (colour: string, dots?: string) =>
  `${path(
    'M330 150l20 70q50 30 100 0l20-70h34l-10 150-20 60q70 130 96 280-170 40-340 0 26-150 96-280l-20-60-10-150z',
    colour,
  )}${
    dots
      ? Array.from(
          { length: 34 },
          (
            _,
            n,
          ) => `<circle cx="${296 + ((n * 47) % 216)}" cy="${380 + Math.floor(n / 5) * 38 + (n % 2) * 12}" r="8"
    fill="${dots}"/>`,
        ).join('')
      : ''
  }${path('M326 346h148v26H326z', colour)}${dim('M326 346h148v26H326z')}
    ${seam('M350 390q-30 110-56 250M400 380v272M450 390q30 110 56 250', 4)}${lit('M320 400q-50 110-70 236l30 4q20-130 60-240z')}`

export const shirtDress = (colour: string) =>
  `${path(
    'M334 140l66 40 66-40 80 40 56 170-70 26-22-50-10 40 60 280q-160 34-320 0l60-280-10-40-22 50-70-26 56-170z',
    colour,
  )}${path('M334 140l66 40-40 56-46-80zM466 140l-66 40 40 56 46-80z', colour)}
    ${seam('M334 140l66 40-40 56-46-80M466 140l-66 40 40 56 46-80M400 184v478')}
    ${path('M300 374h200v30H300z', '#6b4a2f')}
    <rect x="386" y="370" width="40" height="38" rx="6" fill="none" stroke="#d2a23c" stroke-width="8"/>
    ${[230, 290, 340, 440, 500, 560]
      .map((y) => `<circle cx="412" cy="${y}" r="7" fill="#fff" fill-opacity=".85"/>`)
      .join('')}${dim('M486 410l40 240 34-6-50-240z')}`

export const skirt = (colour: string, pleats: boolean) =>
  pleats
    ? `${path('M290 200h220l110 430q-220 44-440 0z', colour)}${path('M290 190h220v44H290z', colour)}
      ${dim('M290 190h220v44H290z')}
      ${Array.from({ length: 9 }, (_, n) =>
        dim(`M${302 + n * 24} 236l${-46 + n * 13} 408 ${-20 + n} 0 ${52 - n * 14}-408z`),
      ).join('')}`
    : `${path('M286 240h228l60 330q-174 40-348 0z', colour)}${path('M286 226h228v44H286z', colour)}
      ${dim('M286 226h228v44H286z')}${seam('M400 270v314M320 290q0 60-46 70M480 290q0 60 46 70', 6)}
      ${[320, 400, 480].map((y) => `<circle cx="400" cy="${y}" r="12" fill="#d2a23c"/>`).join('')}`

export const trousers = (colour: string, denim = false) =>
  `${path('M290 140h220l16 90 30 420H436L400 300l-36 350H244l30-420z', colour)}${path('M290 130h220v40H290z', colour)}
    ${dim('M290 130h220v40H290z')}${seam('M400 170v130M300 180q10 60-22 80M500 180q-10 60 22 80')}
    ${
      denim
        ? `${seam('M330 170v-36M470 170v-36', 12)}
    ${lit('M290 340q20 100 10 200l30 4q10-100 0-204zM470 340q-10 100 0 204l30-4q-10-100 10-200z')}
    <path d="M250 634h116M434 634h118" stroke="#e0a24a" stroke-width="5" stroke-dasharray="10 8"/>`
        : seam('M318 260l-24 380M482 260l24 380', 4)
    }<circle cx="400" cy="152" r="9" fill="#d2a23c"/>`

export const shorts = (colour: string) =>
  `${path('M276 220h248l60 320-150 24-34-180-34 180-150-24z', colour)}${path('M276 206h248v44H276z', colour)}
    ${dim('M276 206h248v44H276z')}
    ${seam('M400 250v134M290 262q6 60-30 80M510 262q-6 60 30 80M226 506l142 22M574 506l-142 22')}
    <path d="M386 240l-16 80M414 240l16 80" stroke="#fff" stroke-width="9" stroke-linecap="round"/>`

export const sweater = (colour: string, trim: string) =>
  `${path('M326 170q74 50 148 0l90 40 70 350-74 20-40-170 6 226H274l6-226-40 170-74-20 70-350z', colour)}
    ${path('M316 160q84 64 168 0l8 26q-92 66-184 0z', trim)}
    ${path('M270 620h260v40H270zM164 556l76-20 10 38-78 22zM636 556l-76-20-10 38 78 22z', trim)}
    ${Array.from({ length: 7 }, (_, n) => seam(`M${310 + n * 30} 230q-12 24 0 48t0 48 0 48 0 48 0 48 0 48 0 48`, 6)).join('')}`

export const cardigan = (colour: string, trim: string) =>
  `${path('M330 160l70 190 70-190 90 44 74 350-74 22-42-180 8 254H274l8-254-42 180-74-22 74-350z', colour)}
    ${path('M322 156l30-4 48 190 48-190 30 4-56 220v266h-44V376z', trim)}
    ${[420, 490, 560, 620].map((y) => `<circle cx="400" cy="${y}" r="11" fill="#f6ead6"/>`).join('')}
    ${path('M300 520h70v76h-70zM430 520h70v76h-70z', trim)}${dim('M500 400l14 240h-30z')}`

export const jacket = (colour: string) =>
  `${path('M326 160l74 40 74-40 90 44 60 330-78 18-26-140 8 190H272l8-190-26 140-78-18 60-330z', colour)}
    ${path('M326 160l74 40-30 64-64-74zM474 160l-74 40 30 64 64-74z', colour)}
    ${seam('M326 160l74 40-30 64-64-74M474 160l-74 40 30 64 64-74M400 204v398M280 300h110M410 300h110')}
    ${path('M300 320h76v80l-38 16-38-16zM424 320h76v80l-38 16-38-16z', colour)}
    ${seam('M300 320h76v80l-38 16-38-16zM424 320h76v80l-38 16-38-16z')}${dim('M272 580h256v30H272z')}
    <g fill="#d2a23c"><circle cx="414" cy="280" r="8"/><circle cx="414" cy="350" r="8"/>
    <circle cx="414" cy="420" r="8"/><circle cx="414" cy="490" r="8"/><circle cx="414" cy="560" r="8"/></g>`

export const coat = (colour: string) =>
  `${path('M330 130l70 60 70-60 90 50 50 320-70 14-26-170 50 320q-160 30-330 0l52-320-26 170-70-14 50-320z', colour)}
    ${path('M330 130l70 110-44 60-60-140zM470 130l-70 110 44 60 60-140z', colour)}
    ${seam('M330 130l70 110-44 60-60-140M470 130l-70 110 44 60 60-140M400 244v420')}
    ${path('M292 390h216v36H292z', colour)}${dim('M292 390h216v36H292z')}
    ${[300, 350, 470, 540]
      .map(
        (y) =>
          `<circle cx="372" cy="${y}" r="10" fill="#4a3526"/><circle cx="428" cy="${y}" r="10" fill="#4a3526"/>`,
      )
      .join('')}
    ${seam('M300 480l56 10M500 480l-56 10', 9)}`

export const hanging = (garment: string) => hanger + garment
