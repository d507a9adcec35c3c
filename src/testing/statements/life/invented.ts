/** Invented people, employers, shops and places. Some hold a category's word inside another (Elizabeth, Bolton, Gloria), as real names do. */
export const invented = {
  given:
    'Temisan Ngozika Aderinsola Obinwa Zainabu Efemena Kubura Ikemdi Olanike Tariebi Uchendu Maryamu Sadiqa Ayotola Ekaette Nosakhare Elizabeth Betty Salihu Hubert Gloria Itoro Babatola Hauwatu'.split(
      ' ',
    ),
  family:
    'Adewoyin Okparaji Danladiya Etukudoh Igweze Makinwale Oruboh Tankoma Uzordike Yarohama Bolton Akinsete Faloyinde Sloan Odigwe Parenti Gambarau Ehigiator Taxman Nkemdiche'.split(
      ' ',
    ),
  employer: [
    'Tideway Ferries Ltd',
    'Obudu Ceramics Plc',
    'Lantern Schools Trust',
    'Kanuri Textile Mills',
    'Blue Heron Hospitals',
    'Savanna Cold Chain Ltd',
    'Alafia Software Ltd',
  ],
  shop: [
    'Amberline Stores',
    'Palmview Bakery',
    'Tinubu Hardware Depot',
    'Total Kitchen World',
    'Current Fashion House',
    'Gbagada Cash And Carry',
    'Treatment Room Spa',
    'Nectar Juice Bar',
    'Third Party Phones',
  ],
  church: ['River Gate Tabernacle', 'Living Lamp Parish', 'Hilltop Praise Centre'],
  place: ['Yaba', 'Wuse Zone 4', 'Aba Road Ph', 'Ilorin', 'Ikot Ekpene', 'Surulere'],
  landlord: ['Baobab Court Estates', 'Chief Ogbemudia', 'Meranti Homes'],
  school: ['Crested Crane College', 'Little Acorns Nursery'],
  bank: ['GTB', 'UBA', 'ZENITH', 'ACCESS', 'OPAY', 'KUDA', 'PALMPAY', 'MONIEPOINT', 'STERLING', 'FCMB', 'WEMA', 'ECOBANK'],
  telco: ['MTN', 'AIRTEL', 'GLO', '9MOBILE'],
  lender: ['FairMoney', 'Renmoney', 'Carbon', 'PalmCredit', 'Branch'],
  bookmaker: ['BET9JA', 'SPORTYBET', 'BETKING', '1XBET', 'NAIRABET', 'MERRYBET'],
  disco: ['IKEDC', 'EKEDC', 'AEDC', 'IBEDC', 'PHED', 'KEDCO'],
  tv: ['DSTV COMPACT', 'GOTV JOLLI', 'STARTIMES BASIC', 'SHOWMAX', 'NETFLIX.COM'],
  ride: ['BOLT.EU', 'UBER TRIP', 'INDRIVE RIDE', 'LAGRIDE', 'GIGM BOOKING', 'COWRY CARD TOPUP', 'ARDOVA FUEL STATION'],
  saver: ['PIGGYVEST', 'COWRYWISE', 'RISEVEST', 'BAMBOO'],
  remark: [
    'food',
    'upkeep',
    'thank you',
    'goods',
    'family',
    'for fabric',
    'books',
    'part settlement',
    'as agreed',
    'drugs',
    'happy birthday mum',
    'generator repairs',
  ],
} as const;

/** Remarks that mislead a reader who takes any figure, date or word for the entry's own. */
export const misleadingRemarks: readonly string[] = [
  'payment of {trapAmount} on {trapDate}',
  'balance payment for 2 bags',
  'debit note {d4} of {trapDate}',
  'total for {trapDate} {trapAmount}',
  'invoice {d5} NGN {trapAmount} CR',
  'opening of shop {trapDate}',
  'credit for {trapAmount} DR {d4}',
  '{trapDate} order {trapAmount} balance later',
];
