import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'guard-paid-twice-a-month',
    why: 'A security company pays in the middle and at the end of the month.',
    holder: 'YAKUBU DANLADI',
    lines: `
      2024-05-15 + 27500.00 salary | TRF/1ST HALF MAY/FRM SENTRYMAN GUARDS LIMITED TO YAKUBU DANLADI- 044
      2024-05-31 + 27500.00 salary | TRF/2ND HALF MAY/FRM SENTRYMAN GUARDS LIMITED TO YAKUBU DANLADI- 044
      2024-06-05 - 20000.00 spend | TRF/house keep/FRM YAKUBU DANLADI TO RAKIYA DANLADI- 058
      2024-06-14 + 27500.00 salary | TRF/1ST HALF JUN/FRM SENTRYMAN GUARDS LIMITED TO YAKUBU DANLADI- 044
      2024-06-28 + 25000.00 salary | TRF/2ND HALF JUN LESS LATENESS/FRM SENTRYMAN GUARDS LIMITED TO YAKUBU DANLADI- 044
      2024-07-15 + 27500.00 salary | TRF/1ST HALF JUL/FRM SENTRYMAN GUARDS LIMITED TO YAKUBU DANLADI- 044
      2024-07-20 + 3000.00 income | TRF/tip God bless/FRM OYINLOLA BAMGBOSE TO YAKUBU DANLADI- 033
      2024-07-31 + 27500.00 salary | TRF/2ND HALF JUL/FRM SENTRYMAN GUARDS LIMITED TO YAKUBU DANLADI- 044`,
  },
  {
    name: 'youth-corper-with-school',
    why: 'NYSC pays the allowance, the school where she serves a stipend, and her father sends money.',
    holder: 'CHIAMAKA NWOSU',
    lines: `
      2024-03-01 + 33000.00 salary | RMT/R-2208814501/NATIONAL YOUTH SERVICE CORPS/FEB ALLAWEE
      2024-03-04 + 15000.00 salary | NIP:BRIGHT STEPS ACADEMY-CORPER FEB
      2024-03-11 + 20000.00 income | NIP:NWOSU JOHN CHUKS-upkeep
      2024-04-02 + 33000.00 salary | RMT/R-2219903312/NATIONAL YOUTH SERVICE CORPS/MAR ALLAWEE
      2024-04-04 + 15000.00 salary | NIP:BRIGHT STEPS ACADEMY-CORPER MAR
      2024-05-03 + 33000.00 salary | RMT/R-2230018843/NATIONAL YOUTH SERVICE CORPS/APR ALLAWEE
      2024-05-06 + 15000.00 salary | NIP:BRIGHT STEPS ACADEMY-CORPER APR
      2024-05-19 + 10000.00 income | NIP:NWOSU JOHN CHUKS-manage this
      2024-06-03 + 33000.00 salary | RMT/R-2241107765/NATIONAL YOUTH SERVICE CORPS/MAY ALLAWEE
      2024-06-05 + 15000.00 salary | NIP:BRIGHT STEPS ACADEMY-CORPER MAY`,
  },
  {
    name: 'retired-railwayman',
    why: 'A pension office and a pension fund pay each month; his children send gifts.',
    holder: 'JOSEPH ADEBAYO',
    lines: `
      2024-01-25 + 38450.00 salary | PTAD PENSION JAN 2024 JOSEPH ADEBAYO
      2024-01-29 + 21300.50 salary | NIP/STANBIC/HARMONY RSA FUND/PROGRAMMED WITHDRAWAL
      2024-02-12 + 30000.00 income | NIP/GTB/ADEBAYO TUNDE/daddy drugs
      2024-02-26 + 38450.00 salary | PTAD PENSION FEB 2024 JOSEPH ADEBAYO
      2024-02-28 + 21300.50 salary | NIP/STANBIC/HARMONY RSA FUND/PROGRAMMED WITHDRAWAL
      2024-03-25 + 38450.00 salary | PTAD PENSION MAR 2024 JOSEPH ADEBAYO
      2024-03-28 + 21300.50 salary | NIP/STANBIC/HARMONY RSA FUND/PROGRAMMED WITHDRAWAL
      2024-04-07 + 25000.00 income | NIP/ACCESS/ADEBAYO KEMI/for easter
      2024-04-25 + 38450.00 salary | PTAD PENSION APR 2024 JOSEPH ADEBAYO
      2024-04-29 + 21300.50 salary | NIP/STANBIC/HARMONY RSA FUND/PROGRAMMED WITHDRAWAL`,
  },
  {
    name: 'start-up-paid-by-processor',
    why: 'The employer pays by a payroll processor, whose name stands where the payer stands.',
    holder: 'DAMILOLA OSHO',
    lines: `
      2024-02-28 + 412000.00 salary | NIP/PVB/SEAMLESSHR LTD/TILLAGE TECH FEB 2024
      2024-03-02 - 120000.00 debt | NIP CR/MRS ABIOLA ALABI/GTB/rent instalment march
      2024-03-28 + 412000.00 salary | NIP/PVB/SEAMLESSHR LTD/TILLAGE TECH MAR 2024
      2024-04-02 - 120000.00 debt | NIP CR/MRS ABIOLA ALABI/GTB/rent instalment april
      2024-04-29 + 430500.00 salary | NIP/PVB/SEAMLESSHR LTD/TILLAGE TECH APR 2024
      2024-05-03 - 120000.00 debt | NIP CR/MRS ABIOLA ALABI/GTB/rent instalment may
      2024-05-10 + 35000.00 income | NIP/KUDA/OLABISI ODE/logo design part payment
      2024-05-29 + 430500.00 salary | NIP/PVB/SEAMLESSHR LTD/TILLAGE TECH MAY 2024`,
  },
  {
    name: 'nurse-with-two-hospitals',
    why: 'One hospital pays monthly, another pays for shifts with other amounts on other days.',
    holder: 'BLESSING EKANEM',
    lines: `
      2024-04-27 + 125000.00 salary | Inward NIP from ST LUKES SPECIALIST HOSP - APR SAL
      2024-05-06 + 36000.00 salary | Inward NIP from MERCYWAY CLINIC & MATERNITY - 4 night shifts
      2024-05-14 - 10000.00 spend | Outward NIP to EKANEM UDUAK - fare
      2024-05-28 + 125000.00 salary | Inward NIP from ST LUKES SPECIALIST HOSP - MAY SAL
      2024-06-11 + 54000.00 salary | Inward NIP from MERCYWAY CLINIC & MATERNITY - 6 night shifts
      2024-06-27 + 125000.00 salary | Inward NIP from ST LUKES SPECIALIST HOSP - JUN SAL
      2024-07-03 + 27000.00 salary | Inward NIP from MERCYWAY CLINIC & MATERNITY - 3 night shifts
      2024-07-29 + 118000.00 salary | Inward NIP from ST LUKES SPECIALIST HOSP - JUL SAL
      2024-08-01 + 45000.00 salary | Inward NIP from MERCYWAY CLINIC & MATERNITY - 5 night shifts`,
  },
  {
    name: 'teacher-of-a-private-school',
    why: 'The school pays without words, less in the holiday month; parents pay for home lessons.',
    holder: 'PETER AMADI',
    lines: `
      2024-03-28 + 65000.00 salary | FIP:UBA/GREENFIELD MONTESSORI SCH/0093311
      2024-04-13 + 20000.00 income | FIP:GTB/MRS OKON EME/lesson april
      2024-04-29 + 32500.00 salary | FIP:UBA/GREENFIELD MONTESSORI SCH/0094025
      2024-05-11 + 20000.00 income | FIP:GTB/MRS OKON EME/lesson may
      2024-05-30 + 65000.00 salary | FIP:UBA/GREENFIELD MONTESSORI SCH/0095518
      2024-06-28 + 65000.00 salary | FIP:UBA/GREENFIELD MONTESSORI SCH/0097120
      2024-07-30 + 65000.00 salary | FIP:UBA/GREENFIELD MONTESSORI SCH/0098843
      2024-08-29 + 32500.00 salary | FIP:UBA/GREENFIELD MONTESSORI SCH/0099951`,
  },
  {
    name: 'pay-in-two-transfers',
    why: 'The firm pays the greater part at the month end and the rest some days later, in unequal parts.',
    holder: 'RASHEEDAT LAWAL',
    lines: `
      2024-02-29 + 70000.00 salary | TNF-ORIENT PACKAGING NIG/FEB PART PAYMENT
      2024-03-08 + 30000.00 salary | TNF-ORIENT PACKAGING NIG/FEB BAL
      2024-03-28 + 60000.00 salary | TNF-ORIENT PACKAGING NIG/MAR PART PAYMENT
      2024-04-09 + 40000.00 salary | TNF-ORIENT PACKAGING NIG/MAR BAL
      2024-04-15 + 5000.00 income | TNF-LAWAL BASIRAT/recharge for mama
      2024-04-30 + 70000.00 salary | TNF-ORIENT PACKAGING NIG/APR PART PAYMENT
      2024-05-10 + 30000.00 salary | TNF-ORIENT PACKAGING NIG/APR BAL
      2024-05-31 + 65000.00 salary | TNF-ORIENT PACKAGING NIG/MAY PART PAYMENT
      2024-06-07 + 35000.00 salary | TNF-ORIENT PACKAGING NIG/MAY BAL`,
  },
  {
    name: 'writer-with-foreign-clients',
    why: 'Platforms pay for work, in dollars changed to naira; none of it is pay of an employer.',
    holder: 'TOLU AKINDELE',
    lines: `
      2024-01-11 + 188320.00 income | NIP/PAYONEER INC/UPWORK GLOBAL WITHDRAWAL 120 USD
      2024-01-24 - 9000.00 spend | VC POS Intl- GRAMMARLY CO
      2024-02-09 + 240110.00 income | NIP/PAYONEER INC/UPWORK GLOBAL WITHDRAWAL 155 USD
      2024-02-27 + 95000.00 income | NIP/GREY FINANCE/TOLU AKINDELE USD CONVERSION
      2024-03-12 + 301500.00 income | NIP/PAYONEER INC/UPWORK GLOBAL WITHDRAWAL 200 USD
      2024-04-10 + 212780.00 income | NIP/PAYONEER INC/UPWORK GLOBAL WITHDRAWAL 141 USD
      2024-04-22 + 60000.00 income | NIP/ZENITH/OAKLEAF MEDIA LTD/article series invoice 014`,
  },
];
