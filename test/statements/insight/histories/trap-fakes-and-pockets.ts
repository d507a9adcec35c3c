import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'uncle-who-gives-monthly',
    why: 'A person gives the same each month; a gift is income, and never a salary without the word.',
    holder: 'RUTH ADAMU',
    lines: `
      2024-01-30 + 50000.00 income | NIP TRF frm ADAMU ISAAC-UNION/upkeep
      2024-02-28 + 50000.00 income | NIP TRF frm ADAMU ISAAC-UNION/upkeep
      2024-03-03 + 8000.00 income | NIP TRF frm DEBORAH JATAU-ACCESS/make up sat
      2024-03-29 + 50000.00 income | NIP TRF frm ADAMU ISAAC-UNION/upkeep
      2024-04-30 + 50000.00 income | NIP TRF frm ADAMU ISAAC-UNION/monthly allowance
      2024-05-30 + 50000.00 income | NIP TRF frm ADAMU ISAAC-UNION/upkeep`,
  },
  {
    name: 'failed-and-returned-payments',
    why: 'Failed transfers come back, a shop refunds, and an airline returns the fare.',
    holder: 'OLUCHI ANYANWU',
    lines: `
      2024-05-03 - 25000.00 spend | NIP TRANSFER TO ZENITH - IGBO VICTOR
      2024-05-03 + 25000.00 none:reversal | RVSL NIP TRANSFER TO ZENITH - IGBO VICTOR
      2024-05-09 - 64200.00 spend | POS/WEB PURCHASE TRANSACTION -JUMIA NIGERIA
      2024-05-16 + 64200.00 none:refund | JUMIA FOOD NIG ORDER CANCELLED REFUND
      2024-05-28 + 145000.00 salary | NIBSS Instant Payment Inward 000012240528 HILLCREST ESTATES MGT -MAY 24 SALARY
      2024-06-02 - 88000.00 spend | POS/WEB PURCHASE TRANSACTION -AIRPEACE LAGOS
      2024-06-21 + 80000.00 none:refund | AIRPEACE TICKET REFUND PNR K2L9
      2024-06-27 + 145000.00 salary | NIBSS Instant Payment Inward 000012240627 HILLCREST ESTATES MGT -JUN 24 SALARY
      2024-07-02 - 5000.00 spend | Airtime Purchase MTN-2348030001122
      2024-07-02 + 5000.00 none:reversal | AUTO REV/Airtime Purchase MTN-2348030001122
      2024-07-29 + 145000.00 salary | NIBSS Instant Payment Inward 000012240729 HILLCREST ESTATES MGT -JUL 24 SALARY`,
  },
  {
    name: 'landlord-with-shares',
    why: 'Tenants, one of them a firm that pays monthly, and companies that pay dividends: income without an employer.',
    holder: 'CHIEF ALOYSIUS EZENWA',
    lines: `
      2024-01-04 + 120000.00 income | NIP/ZENITH/PAVILION PHARMACY LTD/SHOP RENT JAN
      2024-01-18 + 400000.00 income | NIP/GTB/IKPEAZU CHARLES/rent 3 bedroom flat 2024
      2024-02-05 + 120000.00 income | NIP/ZENITH/PAVILION PHARMACY LTD/SHOP RENT FEB
      2024-03-05 + 120000.00 income | NIP/ZENITH/PAVILION PHARMACY LTD/SHOP RENT MAR
      2024-03-27 + 38214.60 income | ZENITH BANK PLC FINAL DIV 2023 MERISTEM REGISTRARS
      2024-04-04 + 120000.00 income | NIP/ZENITH/PAVILION PHARMACY LTD/SHOP RENT APR
      2024-04-29 + 12600.00 income | MTN NIGERIA COMM PLC DIVIDEND PAYMENT NO 8`,
  },
  {
    name: 'clerk-who-sold-his-car',
    why: 'A great single sum for a car is no salary; his pay is small beside it.',
    holder: 'UMAR FAROUK ALIYU',
    lines: `
      2024-03-26 + 88000.00 salary | NIP/JAIZ/ARIDLAND SEEDS CO LTD/March payroll
      2024-04-09 + 3200000.00 open:no-salary | NIP/GTB/MOTORMART AUTOS LTD/TOYOTA COROLLA 2008 FULL PAYMENT
      2024-04-26 + 88000.00 salary | NIP/JAIZ/ARIDLAND SEEDS CO LTD/April payroll
      2024-05-27 + 88000.00 salary | NIP/JAIZ/ARIDLAND SEEDS CO LTD/May payroll
      2024-06-26 + 88000.00 salary | NIP/JAIZ/ARIDLAND SEEDS CO LTD/June payroll`,
  },
  {
    name: 'names-that-contain-words',
    why: 'Persons and places whose names hold words such as sal, loan, bet, wage and pay are customers.',
    holder: 'ESTHER PAYNE',
    lines: `
      2024-01-09 + 14000.00 income | NIP/UBA/SALAWU WAGEENA/hair
      2024-01-20 + 9000.00 income | NIP/OPAY/SLOANE AKPABIO/braids
      2024-02-11 + 16000.00 income | NIP/ACCESS/SALARI IBRAHIM/frontal fix
      2024-02-20 + 12000.00 income | NIP/GTB/ELIZABETH PAYE/wig
      2024-03-12 + 15500.00 income | NIP/ZENITH/REFUNDOLA OJO/hair and nails
      2024-03-22 + 7000.00 income | NIP/FBN/AJOKE ESUSUOLA/retouch
      2024-04-09 + 13500.00 income | NIP/UBA/SALAWU WAGEENA/hair for april`,
  },
  {
    name: 'salary-of-a-brother-passes-through',
    why: 'The brother has no account: his pay comes and goes to him the same day. Her own pay stays.',
    holder: 'PATIENCE OBI',
    lines: `
      2024-02-27 + 90000.00 none:passed-on | NIP/ECO/FORTUNE STEEL MILLS/salary JUDE OBI feb
      2024-02-27 - 90000.00 spend | NIP CR/OBI JUDE/MONIEPOINT/your salary
      2024-02-28 + 110000.00 salary | NIP/UNION/WESTLINE CARGO LTD/FEB SALARY PATIENCE OBI
      2024-03-27 + 90000.00 none:passed-on | NIP/ECO/FORTUNE STEEL MILLS/salary JUDE OBI mar
      2024-03-27 - 90000.00 spend | NIP CR/OBI JUDE/MONIEPOINT/your salary
      2024-03-28 + 110000.00 salary | NIP/UNION/WESTLINE CARGO LTD/MAR SALARY PATIENCE OBI
      2024-04-29 + 110000.00 salary | NIP/UNION/WESTLINE CARGO LTD/APR SALARY PATIENCE OBI`,
  },
  {
    name: 'friend-who-writes-salary-once',
    why: 'A person writes salary in two remarks to please a lender; the other credits are sales.',
    holder: 'DAVID ONOJA',
    lines: `
      2024-03-02 + 21000.00 income | NIP/GTB/MARY ADEJO/shoe 2 pairs
      2024-03-19 + 180000.00 income | NIP/KUDA/SIMON AGBO/SALARY MARCH
      2024-04-08 + 18000.00 income | NIP/UBA/RITA OGWU/sandals
      2024-04-25 + 210000.00 income | NIP/KUDA/SIMON AGBO/april salary payment
      2024-05-10 + 24500.00 income | NIP/OPAY/JAMES ENE/for shoes`,
  },
  {
    name: 'wallet-with-pockets',
    why: 'Money moves between the wallet and its savings pocket each day; only what others pay is income.',
    holder: 'MERCY DAUDA',
    lines: `
      2024-06-01 + 5000.00 income | Transfer from HANNATU DAUDA | Zenith Bank | 22***0019 | soup
      2024-06-01 - 5000.00 spend | Auto-save to OWealth Balance
      2024-06-03 + 3000.00 none:sweep | OWealth Withdrawal
      2024-06-03 - 3000.00 spend | Transfer to CHOP LIFE KITCHEN | Moniepoint | 53***1114
      2024-06-10 + 41.22 income | OWealth Interest Earned
      2024-06-12 + 2000.00 none:sweep | Spend & Save withdrawal
      2024-06-25 + 58000.00 salary | Transfer from PINNACLE LAUNDRY ENTERPRISES | Sterling | 00***7611 | june pay
      2024-07-25 + 58000.00 salary | Transfer from PINNACLE LAUNDRY ENTERPRISES | Sterling | 00***7611 | july pay
      2024-08-03 + 150.00 open | Cashback reward from bonus centre
      2024-08-26 + 58000.00 salary | Transfer from PINNACLE LAUNDRY ENTERPRISES | Sterling | 00***7611 | aug pay`,
  },
  {
    name: 'staff-with-loan-and-claims',
    why: 'The employer also lends and pays back expenses; neither is pay.',
    holder: 'BASHIRU ADELEKE',
    lines: `
      2024-01-26 + 135000.00 salary | NFT/GTB B/O (CEDARPOINT PROPERTIES LTD) JAN SALARY
      2024-02-06 + 200000.00 none:loan | NFT/GTB B/O (CEDARPOINT PROPERTIES LTD) STAFF LOAN
      2024-02-13 + 22500.00 none:refund | NFT/GTB B/O (CEDARPOINT PROPERTIES LTD) EXPENSE CLAIM ABUJA TRIP
      2024-02-27 + 115000.00 salary | NFT/GTB B/O (CEDARPOINT PROPERTIES LTD) FEB SALARY
      2024-03-26 + 115000.00 salary | NFT/GTB B/O (CEDARPOINT PROPERTIES LTD) MAR SALARY
      2024-04-05 + 17000.00 none:refund | NFT/GTB B/O (CEDARPOINT PROPERTIES LTD) REIMB PETTY CASH
      2024-04-26 + 115000.00 salary | NFT/GTB B/O (CEDARPOINT PROPERTIES LTD) APR SALARY`,
  },
  {
    name: 'owner-who-pays-himself',
    why: 'His own company of his surname pays a director fee: income, but whether it is salary is open.',
    holder: 'SEGUN OLAWOYIN',
    lines: `
      2024-01-31 + 250000.00 open:income | NIP/ACCESS/OLAWOYIN AND SONS VENTURES/director fee
      2024-02-12 + 700000.00 income | NIP/STANBIC/MERIDIAN STORES NIG/inv 221 chairs supplied
      2024-02-29 + 250000.00 open:income | NIP/ACCESS/OLAWOYIN AND SONS VENTURES/director fee
      2024-03-15 - 300000.00 spend | NIP CR/PLANK SHED SAPELE/UBA/wood
      2024-03-29 + 250000.00 open:income | NIP/ACCESS/OLAWOYIN AND SONS VENTURES/director fee`,
  },
  {
    name: 'hourly-worker-of-a-shop',
    why: 'A supermarket pays monthly for hours worked, far from equal, and writes nothing but a number.',
    holder: 'NKECHI ALOZIE',
    lines: `
      2024-02-29 + 41200.00 salary | NIP/ZENITH/BUYMORE SUPERMARKET LTD/20240229118
      2024-03-29 + 63800.00 salary | NIP/ZENITH/BUYMORE SUPERMARKET LTD/20240329240
      2024-04-30 + 38500.00 salary | NIP/ZENITH/BUYMORE SUPERMARKET LTD/20240430087
      2024-05-31 + 70100.00 salary | NIP/ZENITH/BUYMORE SUPERMARKET LTD/20240531202
      2024-06-28 + 52750.00 salary | NIP/ZENITH/BUYMORE SUPERMARKET LTD/20240628165
      2024-07-31 + 59300.00 salary | NIP/ZENITH/BUYMORE SUPERMARKET LTD/20240731079`,
  },
  {
    name: 'misspelt-and-glued-words',
    why: 'Employers write as they like; each is pay of one firm on about the same day.',
    holder: 'TEMITOPE ARE',
    lines: `
      2024-01-30 + 92000.00 salary | NIP/POLARIS/GOLDEN OVEN BAKERY/JANSALARY
      2024-02-28 + 92000.00 salary | NIP/POLARIS/GOLDEN OVEN BAKERY/Salery for feb
      2024-03-28 + 96000.00 salary | NIP/POLARIS/GOLDEN OVEN BAKERY/stf sal mar
      2024-04-30 + 92000.00 salary | NIP/POLARIS/GOLDEN OVEN BAKERY/APR24SAL
      2024-05-30 + 92000.00 salary | NIP/POLARIS/GOLDEN OVEN BAKERY/mnthly salaries
      2024-06-28 + 92000.00 salary | NIP/POLARIS/GOLDEN OVEN BAKERY/june emolument`,
  },
  {
    name: 'employer-that-looks-like-a-person',
    why: 'A business without legal form pays regularly and says what for; the same day a person repays a debt.',
    holder: 'GRACE TERSOO',
    lines: `
      2024-03-30 + 48000.00 salary | MAMA TEE BUKKA | inward transfer | Grace march salary
      2024-04-11 + 20000.00 none:loan | IORFA DOOSHIMA | inward transfer | lend me till friday o
      2024-04-19 - 20000.00 debt | IORFA DOOSHIMA | outward transfer | loan repayment
      2024-04-30 + 48000.00 salary | MAMA TEE BUKKA | inward transfer | Grace april salary
      2024-05-31 + 48000.00 salary | MAMA TEE BUKKA | inward transfer | Grace may salary
      2024-06-29 + 50000.00 salary | MAMA TEE BUKKA | inward transfer | Grace june salary`,
  },
];
