// What the clients' own formulas come to, said again in their language: a witness for rules/umuve-web-fallback.yaml,
// umuve-portal-fallback.yaml and umuve-app.yaml. Every category, every quantity below COUNT and some odd ones.
//
//     node client_facts.js web|portal|app COUNT

const [, , program, count] = process.argv
const categories = ['furniture', 'appliances', 'electronics', 'hot_tub', 'yard_waste', 'construction', 'mattress',
  'general', 'other', 'Appliances', 'piano', '']

const cents = x => Math.round(x * 100) / 100

const programs = {
  web({ category, quantity }) {
    const factor = { appliances: 1.3, construction: 1.2 }[category] ?? 1
    const items = 35 * quantity * factor
    const fee = cents((99 + items) * 0.08)
    const shown = factor === 1 ? '' : ` x ${factor}x`
    return {
      total: cents(99 + items + fee),
      breakdown: [
        { label: 'Base Price', amount: 99 },
        { label: `Items Subtotal (${quantity} x $35${shown})`, amount: items },
        { label: 'Service Fee (8%)', amount: fee },
      ],
    }
  },
  portal({ itemCategory, quantity }) {
    const t = (150 + (quantity - 1) * 50) * (itemCategory === 'appliances' ? 1.2 : 1)
    return {
      subtotal: t, serviceFee: t * 0.1, tax: t * 0.08, total: t * 1.18, estimatedDuration: '1-2 hours',
      truckSize: quantity > 5 ? 'Large Truck' : 'Standard Truck',
    }
  },
  app({ service, volumeTier, running, enclosed }) {
    const fill = { '1/4 Truck': 0.25, '1/2 Truck': 0.5, '3/4 Truck': 0.75, 'Full Truck': 1 }[volumeTier]
    const total = service === 'Junk Removal' ? 150 * (0.5 + fill * 1.5)
      : 500 + (running === 'false' ? 150 : 0) + (enclosed === 'true' ? 200 : 0)
    return {
      total, subtotal: total * 0.85, serviceFee: total * 0.10, zoneSurge: total * 0.05, timeSurge: 0, volumeDiscount: 0,
      recommendedTruck: 'Standard Pickup', estimatedDurationMinutes: 90,
    }
  },
}

function* requests() {
  if (program === 'app') {
    for (const volumeTier of ['1/4 Truck', '1/2 Truck', '3/4 Truck', 'Full Truck']) yield { service: 'Junk Removal', volumeTier }
    for (const running of ['true', 'false'])
      for (const enclosed of ['true', 'false']) yield { service: 'Auto Transport', running, enclosed }
    return
  }
  const quantities = [...Array(Number(count)).keys(), -1, -3, 0.1, 2.5, 1e6, 123456789, 1e21, 1e-7]
  for (const category of categories)
    for (const quantity of quantities)
      yield program === 'web' ? { category, quantity } : { itemCategory: category, quantity }
}

const records = []
for (const request of requests())
  records.push(JSON.stringify({ id: `c${records.length}`, request, response: programs[program](request) }))
require('fs').writeSync(1, records.join('\n') + '\n')
